// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/trainable_model.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/text.h"
#include "memory/torch_headers.h"
#include "model/saved_with_adapters.h"
#include "plan/data_specs.h"
#include "plan/estimate.h"
#include "train/optimizer/layer_rates.h"
#include "train/step/features.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace tunedesk::train {

namespace {

arch::ModelConfig with_dropout(arch::ModelConfig config, const std::optional<double>& dropout) {
    if (dropout)
        config.hidden_dropout = config.attention_dropout = config.classifier_dropout =
            config.embedding_dropout = *dropout;
    return config;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < 8; ++i)
        text += (i ? ", " : "") + names[i];
    return names.size() > 8 ? text + fmt::format(" and {} more", names.size() - 8) : text;
}

/// Throws Error 4336 if a parameter is not finite. Checks minimum and maximum, which needs no memory.
void require_finite(model::Parameters& parameters) {
    parameters.settle();
    for (const model::Parameter& parameter : parameters.all()) {
        if (parameter.packed) {
            if (!parameter.packed->is_finite()) throw Error(ErrorId::weights_not_finite, {}, parameter.name);
            continue;
        }
        const auto [least, most] = at::aminmax(parameter.at_rest().flatten(), 0);
        if (!std::isfinite(least.item<double>()) || !std::isfinite(most.item<double>()))
            throw Error(ErrorId::weights_not_finite, {}, parameter.name);
    }
}

} // namespace

TrainableModel::TrainableModel(const Preset& preset, const arch::ModelConfig& config, std::int64_t labels,
                               const format::ModelWeights* weights, const model::Placement& placement,
                               Announcer& announcer, const std::optional<arch::StageLayers>& stage)
    : model_(with_dropout(config, preset.model.dropout), labels, placement, plan::readout_of(preset, config),
             stage),
      task_(preset.task), on_features_(preset.model.train == Preset::Train::features),
      cache_limit_(plan::tokenize_spec(preset).cache_limit) {
    const auto seed = static_cast<std::uint64_t>(preset.training.seed);
    if (!weights) {
        model_.initialise(seed);
    } else {
        const model::LoadReport report =
            model_.load_or_initialise(*weights, seed, preset.model.ignore_mismatched_sizes);
        new_dense_ =
            std::ranges::find(report.created, model_.dense_name() + ".weight") != report.created.end();
        if (!report.mismatched.empty())
            announcer.warn(fmt::format("re-initialized for {} labels (shape differs in the model folder): {}",
                                       labels, listed(report.mismatched)),
                           event::warning::new_head);
        std::vector<std::string> created, of_encoder; // without adapters, which a base folder never has
        std::ranges::copy_if(report.created, std::back_inserter(created), std::not_fn(arch::is_adapter));
        if (!created.empty()) announcer.info("newly initialized: " + listed(created));
        for (const std::string& name : created)
            if (const model::Parameter* made = model_.parameters().find(name);
                made && model_.in_encoder(*made))
                of_encoder.push_back(name);
        if (!of_encoder.empty())
            announcer.warn("model folder is incomplete; randomly initialized: " + listed(of_encoder),
                           event::warning::incomplete_model);
        if (config.lora.is_on())
            for (const std::vector<std::string>& names : {created, report.mismatched, report.added})
                model::keep_beside_adapters(model_.network(), names);
        require_finite(model_.parameters());
        if (!report.unexpected.empty())
            announcer.info("unused weights in the model folder: " + listed(report.unexpected));
    }
    if (preset.model.train == Preset::Train::last_layers) model_.train_only_last(preset.model.last_layers);
    if (on_features_) model_.train_only_classifier();
    set_layer_rates(model_.network(), preset.training.layer_decay);
    model_.network().checkpoint_activations(plan::checkpoint_interval(preset));
    announcer.info(fmt::format("{} parameters, {} trained", grouped(parameter_count()),
                               grouped(trained_parameter_count())));
}

std::uint64_t TrainableModel::parameter_count() const {
    return model_.network().spec().count();
}

std::uint64_t TrainableModel::trained_parameter_count() const {
    std::uint64_t count = 0;
    if (!model_.network().stage().is_whole()) { // a stage has no frozen parameters except those of the family
        for (const arch::BlockSpec* block : model_.network().spec().blocks())
            for (const arch::ParameterSpec& parameter : block->parameters)
                if (parameter.trained) count += parameter.count();
        return count;
    }
    for (const model::Parameter& parameter : model_.parameters().all())
        if (parameter.value.requires_grad())
            count += static_cast<std::uint64_t>(format::elements_of(parameter.whole_shape()));
    return count;
}

namespace {

std::vector<model::Sample> samples_of(const Split& split, const std::vector<std::uint32_t>& indices) {
    std::vector<model::Sample> samples;
    samples.reserve(indices.size());
    for (const std::uint32_t index : indices)
        split.add_sequences(index, samples);
    return samples;
}

} // namespace

std::shared_ptr<const model::Batch>
TrainableModel::batch(const Split& split, const std::vector<std::uint32_t>& indices, bool padded) const {
    return model_.batch(samples_of(split, indices), padded);
}

std::shared_ptr<const model::Batch> TrainableModel::batch(const Split& split,
                                                          const std::vector<std::uint32_t>& indices,
                                                          const model::Shape& shape, double normaliser,
                                                          const at::Tensor& memory,
                                                          std::int64_t longest) const {
    return model_.batch(samples_of(split, indices), shape, normaliser, memory, longest);
}

at::Tensor TrainableModel::rows(const Split& split, const std::shared_ptr<const model::Batch>& batch,
                                const model::Pass& pass) const {
    if (link_) {
        const bool has_gradient = at::GradMode::is_enabled() && model_.network().first_trained_block() == 0;
        const at::Tensor rows = model_.encode(batch, pass, link_->receive(*batch, has_gradient));
        if (!link_->is_last()) link_->send(rows);
        return rows;
    }
    if (!on_features_) return model_.encode(batch, pass);
    std::vector<std::int64_t> numbers;
    for (const std::uint32_t sample : batch->samples)
        numbers.push_back(split.rows[sample]);
    const at::Tensor& features = features_.at(split.tokens.get());
    const activity::Waiting waiting(activity::Wait::disk); // the weights may be in a mapped file
    const at::Tensor chosen = features.index_select(0, at::tensor(at::ArrayRef<std::int64_t>(numbers)));
    return chosen.to(model_.placement().device);
}

model::HeadPass TrainableModel::head(const Split& split, const std::shared_ptr<const model::Batch>& batch,
                                     const model::Pass& pass) const {
    return {model_.network(), rows(split, batch, pass), batch, pass};
}

at::Tensor TrainableModel::forward(const Split& split, const std::shared_ptr<const model::Batch>& batch,
                                   const model::Pass& pass) const {
    if (link_ && !link_->is_last()) return rows(split, batch, pass);
    return head(split, batch, pass).outputs();
}

void TrainableModel::make_features(const Datasets& sets, parallel::Group& group, Announcer& announcer) {
    if (!on_features_) return;
    for (const auto& [role, split] : sets.splits())
        if (split->size() > 0 && !features_.contains(split->tokens.get()))
            features_[split->tokens.get()] =
                encoder_features(model_, *split->tokens, cache_limit_, group, announcer);
}

void TrainableModel::standardise_features(const Datasets& sets, Announcer& announcer) {
    if (!on_features_ || !new_dense_) return;
    const auto [mean, deviation] = mean_and_deviation(features_.at(sets.train.tokens.get()), sets.train.rows);
    model_.standardise_dense(mean, deviation);
    announcer.info(
        fmt::format("{} is not in the model folder: it standardizes the features", model_.dense_name()));
}

} // namespace tunedesk::train
