// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/loop/train_state.h"

#include "base/error.h"
#include "plan/run_steps.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace tunedesk::train {

namespace {

/// The fields of a sampler's spec that a checkpoint stores: one list for both directions.
template <class Spec, class Part, class Copy>
void for_each_field(Spec& spec, Part& part, const Copy& copy) {
    copy(spec.grouping, part.grouping);
    copy(spec.batch_size, part.batch_size);
    copy(spec.max_tokens, part.max_tokens);
    copy(spec.accumulation, part.accumulation);
    copy(spec.world_size, part.world_size);
    copy(spec.drop_last, part.drop_last);
    copy(spec.shuffle, part.shuffle);
    copy(spec.seed, part.seed);
    copy(spec.sharding, part.sharding);
}

template <class To, class From>
void assign(To& to, const From& from) {
    to = static_cast<To>(from);
}

} // namespace

std::vector<data::EpochPart> parts_before(const TrainState& state) {
    std::vector<data::EpochPart> parts;
    for (const format::DealtPart& part : state.dealt_before) {
        data::SamplerSpec spec;
        for_each_field(spec, part, [](auto& to, const auto& from) { assign(to, from); });
        parts.push_back({spec, part.samples});
    }
    return parts;
}

void change_dealing(TrainState& state, const data::SamplerSpec& then, const data::SamplerSpec& now) {
    if (deal_alike(then, now)) return;
    // The batches of later steps change.
    std::erase_if(state.passed_over, [&](std::int64_t step) { return step > state.step; });
    std::int64_t samples = state.samples_in_epoch;
    for (const format::DealtPart& part : state.dealt_before)
        samples -= part.samples;
    if (samples <= 0) return;
    if (state.dealt_before.size() == format::most_dealt_parts)
        throw Error(ErrorId::epoch_dealt_too_often,
                    {fmt::to_string(format::most_dealt_parts), fmt::to_string(state.epoch)});
    format::DealtPart part;
    for_each_field(then, part, [](const auto& from, auto& to) { assign(to, from); });
    part.samples = samples;
    state.dealt_before.push_back(part);
    state.steps_in_epoch = 0;
}

std::int64_t total_steps(const Preset& preset, const data::Sampler& sampler) {
    // If samples are counted, every epoch has the same number of steps.
    const bool budget = preset.training.max_tokens_per_batch > 0 && preset.training.max_steps <= 0;
    std::vector<double> epoch_steps;
    for (std::int64_t epoch = 0; epoch == 0 || (budget && epoch <= last_epoch(preset)); ++epoch)
        epoch_steps.push_back(static_cast<double>(sampler.epoch(epoch).size()));
    if (epoch_steps.front() == 0) throw Error(ErrorId::batch_not_filled, {}, "training.dataloader_drop_last");
    return static_cast<std::int64_t>(plan::run_steps(preset.training, epoch_steps, epoch_steps.front()));
}

void require_position(const TrainState& state, const Preset& preset, std::size_t rows,
                      const std::string& where) {
    // With max_steps the number of epochs follows; after an allowed change it may be larger than before.
    const bool by_steps = preset.training.max_steps > 0;
    const std::int64_t epochs = by_steps ? state.step : last_epoch(preset) + 1;
    const bool fits = state.epoch <= epochs && static_cast<std::uint64_t>(state.samples_in_epoch) <= rows;
    if (!fits)
        throw Error(ErrorId::state_beyond_run,
                    {fmt::to_string(state.epoch), fmt::to_string(state.samples_in_epoch),
                     fmt::to_string(epochs), fmt::to_string(rows)},
                    where);
}

std::int64_t find_place(TrainState& state, const data::Sampler& sampler) {
    const std::vector<data::StepBatches> steps = sampler.epoch(state.epoch, parts_before(state));
    state.steps_in_epoch = 0;
    for (const data::StepBatches& step : steps) {
        if (step.first_sample + step.samples > state.samples_in_epoch) {
            state.samples_in_epoch = step.first_sample;
            break;
        }
        ++state.steps_in_epoch;
    }
    const auto whole = static_cast<std::int64_t>(sampler.epoch(state.epoch).size());
    return whole - static_cast<std::int64_t>(steps.size()) + state.steps_in_epoch;
}

std::int64_t find_total(TrainState& state, const Preset& preset, const data::Sampler& sampler) {
    const std::int64_t total = total_steps(preset, sampler);
    if (state.step == 0 || state.finished) return total;
    const std::int64_t done = find_place(state, sampler);
    if (preset.training.max_steps > 0) return total;
    if (state.epoch > last_epoch(preset))
        return state.step; // a change has made the run shorter than the steps already done
    std::int64_t before = 0;
    for (std::int64_t epoch = 0; epoch < state.epoch; ++epoch)
        before += static_cast<std::int64_t>(sampler.epoch(epoch).size());
    return total + state.step - before - done;
}

double epochs_of(const TrainState& state, std::size_t rows) {
    return static_cast<double>(state.epoch) +
           static_cast<double>(state.samples_in_epoch) / static_cast<double>(rows);
}

std::int64_t last_epoch(const Preset& preset) {
    return preset.training.max_steps > 0
               ? std::numeric_limits<std::int64_t>::max()
               : static_cast<std::int64_t>(std::ceil(std::max(1.0, preset.training.num_train_epochs))) - 1;
}

} // namespace tunedesk::train
