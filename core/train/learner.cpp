#include "train/learner.h"

#include "base/error.h"
#include "base/text.h"
#include "model/torch_headers.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace tunedesk::train {

namespace {

format::ModelConfig with_dropout(format::ModelConfig config, const std::optional<double>& dropout) {
    if (dropout) config.hidden_dropout = config.attention_dropout = config.classifier_dropout = *dropout;
    return config;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < 8; ++i)
        text += (i ? ", " : "") + names[i];
    return names.size() > 8 ? text + fmt::format(" and {} more", names.size() - 8) : text;
}

} // namespace

Learner::Learner(const Preset& preset, const format::ModelConfig& config, std::int64_t labels,
                 const format::ModelWeights* weights, Announcer& announcer)
    : model_(with_dropout(config, preset.model.dropout), labels),
      on_features_(preset.model.train == Preset::Train::features) {
    model_.initialise(static_cast<std::uint64_t>(preset.training.seed));
    if (weights) {
        const model::LoadReport report = model_.load(*weights);
        if (!report.created.empty())
            announcer.info("made anew, not in the model folder: " + listed(report.created));
        if (!report.unexpected.empty())
            announcer.info("not used of the model folder: " + listed(report.unexpected));
    }
    if (preset.model.train == Preset::Train::last_layers) model_.train_only_last(preset.model.last_layers);
    if (on_features_) model_.train_only_last(0);
    announcer.info(fmt::format("{} parameters, {} trained", grouped(total()), grouped(trainable())));
}

std::uint64_t Learner::total() const {
    std::uint64_t count = 0;
    for (const model::Parameter& parameter : model_.parameters().all())
        count += static_cast<std::uint64_t>(parameter.value.numel());
    return count;
}

std::uint64_t Learner::trainable() const {
    std::uint64_t count = 0;
    for (const model::Parameter& parameter : model_.parameters().all())
        if (parameter.value.requires_grad()) count += static_cast<std::uint64_t>(parameter.value.numel());
    return count;
}

std::shared_ptr<const model::Batch>
Learner::batch(const Split& split, const std::vector<std::uint32_t>& indices, bool padded) const {
    std::vector<model::Sample> samples;
    samples.reserve(indices.size());
    for (const std::uint32_t index : indices)
        samples.push_back(split.sample(index));
    return std::make_shared<const model::Batch>(
        model::make_batch(samples, padded, static_cast<std::int32_t>(model_.config().pad_token_id)));
}

at::Tensor Learner::forward(const Split& split, const std::shared_ptr<const model::Batch>& batch,
                            const model::Pass& pass) const {
    if (!on_features_) return model_.forward(batch, pass);
    std::vector<std::int64_t> rows(batch->samples.begin(), batch->samples.end());
    return model_.classify(features_.at(&split).index_select(0, at::tensor(at::ArrayRef<std::int64_t>(rows))),
                           batch, pass);
}

void Learner::prepare(const Datasets& sets, parallel::Group& group, Announcer& announcer) {
    if (!on_features_) return;
    for (const Split* split : {&sets.train, &sets.validation, &sets.test})
        if (split->size() > 0) features_[split] = features(*split, group, announcer);
}

at::Tensor Learner::features(const Split& split, parallel::Group& group, Announcer& announcer) const {
    const at::NoGradGuard no_gradients;
    const auto size = static_cast<std::int64_t>(split.size());
    at::Tensor all = at::zeros({size, model_.config().hidden_size}, at::kFloat);
    std::vector<std::uint32_t> order(split.size());
    std::iota(order.begin(), order.end(), 0u);
    constexpr std::size_t batch_size = 32;
    const auto& world = group.world();
    for (std::size_t begin = 0, number = 0; begin < order.size(); begin += batch_size, ++number) {
        if (number % static_cast<std::size_t>(world.size) != static_cast<std::size_t>(world.rank)) continue;
        const std::size_t end = std::min(begin + batch_size, order.size());
        const std::vector<std::uint32_t> part(order.begin() + static_cast<std::ptrdiff_t>(begin),
                                              order.begin() + static_cast<std::ptrdiff_t>(end));
        all.narrow(0, static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end - begin))
            .copy_(model_.encode(batch(split, part, false), {}));
        announcer.progress("features", static_cast<std::int64_t>(end), size);
    }
    group.sum(all); // the others' rows are zero: exact
    return all;
}

} // namespace tunedesk::train
