#include "train/train_state.h"

namespace tunedesk::train {

std::vector<data::EpochPart> parts_before(const TrainState& state) {
    std::vector<data::EpochPart> parts;
    for (const format::DealtPart& part : state.dealt_before) {
        data::SamplerSpec spec;
        spec.grouping = static_cast<data::Grouping>(part.grouping);
        spec.batch_size = part.batch_size;
        spec.max_tokens = part.max_tokens;
        spec.accumulation = part.accumulation;
        spec.world_size = part.world_size;
        spec.drop_last = part.drop_last;
        spec.shuffle = part.shuffle;
        spec.seed = static_cast<std::uint64_t>(part.seed);
        parts.push_back({spec, part.samples});
    }
    return parts;
}

void change_dealing(TrainState& state, const data::SamplerSpec& then, const data::SamplerSpec& now) {
    std::int64_t samples = state.samples_in_epoch;
    for (const format::DealtPart& part : state.dealt_before)
        samples -= part.samples;
    if (samples <= 0 || deal_alike(then, now)) return;
    format::DealtPart part;
    part.grouping = static_cast<std::int64_t>(then.grouping);
    part.batch_size = then.batch_size;
    part.max_tokens = then.max_tokens;
    part.accumulation = then.accumulation;
    part.world_size = then.world_size;
    part.drop_last = then.drop_last;
    part.shuffle = then.shuffle;
    part.seed = static_cast<std::int64_t>(then.seed);
    part.samples = samples;
    state.dealt_before.push_back(part);
    state.steps_in_epoch = 0;
}

} // namespace tunedesk::train
