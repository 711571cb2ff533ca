// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sequence_classifier.h"

#include "memory/torch_headers.h"

#include "base/error.h"
#include "model/image_positions.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tunedesk::model {

namespace {

/// The name of a linear layer, without the weight's suffix; "" if the block has no layer of this role.
std::string layer_name(const arch::BlockSpec& block, arch::Role role) {
    const arch::ParameterSpec* weight = block.find(role);
    return weight ? weight->name.substr(0, weight->name.rfind('.')) : std::string();
}

} // namespace

SequenceClassifier::SequenceClassifier(const arch::ModelConfig& config, std::int64_t labels,
                                       const Placement& placement, task::Readout readout,
                                       const std::optional<arch::StageLayers>& stage)
    : config_(config), labels_(labels), network_(config.spec(labels, readout), placement, stage) {}

std::shared_ptr<const Batch> SequenceClassifier::batch(std::span<const Sample> samples, bool padded) const {
    Batch batch = make_batch(samples, padded, static_cast<std::int32_t>(config_.pad_token_id));
    if (placement().operations->batch_form == BatchForm::tensors) add_tensors(batch, placement().device);
    return std::make_shared<const Batch>(std::move(batch));
}

std::shared_ptr<const Batch> SequenceClassifier::batch(std::span<const Sample> samples, const Shape& shape,
                                                       double normaliser, const at::Tensor& memory,
                                                       std::int64_t longest) const {
    Batch batch = make_batch(samples, shape, static_cast<std::int32_t>(config_.pad_token_id), normaliser);
    if (placement().operations->batch_form == BatchForm::tensors) add_tensors(batch, memory, longest);
    return std::make_shared<const Batch>(std::move(batch));
}

at::Tensor SequenceClassifier::classify(const at::Tensor& first_rows,
                                        const std::shared_ptr<const Batch>& batch, const Pass& pass) const {
    return network_.head(first_rows, batch, pass);
}

at::Tensor SequenceClassifier::forward(const std::shared_ptr<const Batch>& batch, const Pass& pass,
                                       const at::Tensor& words) const {
    return classify(encode(batch, pass, words), batch, pass);
}

at::Tensor SequenceClassifier::word_embeddings(const Batch& batch) const {
    const arch::ParameterSpec* spec = network_.spec().embeddings.find(arch::Role::word);
    const auto table = std::ranges::find(parameters().all(), spec->name, &Parameter::name);
    return table->value.detach()
        .index_select(0, at::tensor(batch.ids).to(placement().device, at::kLong))
        .to(at::kFloat);
}

void SequenceClassifier::initialise(std::uint64_t seed) {
    parameters().initialise(seed, config_.initializer_range);
}

LoadReport SequenceClassifier::load(const format::ModelWeights& weights, bool new_head) {
    const arch::ModelSpec& spec = network_.spec();
    // Images of another size have a different number of positions.
    const arch::ParameterSpec* position =
        spec.image.is_on() ? spec.embeddings.find(arch::Role::position) : nullptr;
    const auto refit = [&](const Parameter& parameter, const at::Tensor& stored) {
        return position && parameter.name == position->name && stored.dim() == 3 &&
                       stored.size(2) == parameter.value.size(2)
                   ? interpolated_positions(stored, parameter.value.size(1))
                   : at::Tensor();
    };
    LoadReport report = parameters().load(weights, spec.prefix, layer_name(spec.head, arch::Role::classifier),
                                          new_head, refit);
    if (network_.stage().is_whole()) return report;
    std::set<std::string> elsewhere; // parameters that other stages load
    for (const arch::BlockSpec* block : spec.blocks())
        for (const arch::ParameterSpec& parameter : block->parameters)
            for (std::string& name : names_in_folder(parameter.name, spec.prefix))
                elsewhere.insert(std::move(name));
    std::erase_if(report.unexpected, [&](const std::string& name) { return elsewhere.contains(name); });
    return report;
}

LoadReport SequenceClassifier::load_or_initialise(const format::ModelWeights& weights, std::uint64_t seed,
                                                  bool new_head) {
    LoadReport report = load(weights, new_head);
    for (const auto* names : {&report.created, &report.mismatched})
        parameters().initialise(seed, config_.initializer_range, *names);
    return report;
}

std::string SequenceClassifier::dense_name() const {
    return layer_name(network_.spec().head, arch::Role::dense);
}

bool SequenceClassifier::in_encoder(const Parameter& parameter) const {
    const std::size_t last = network_.parameters_of_block(network_.block_count() - 1).second;
    return static_cast<std::size_t>(&parameter - parameters().all().data()) < last;
}

void SequenceClassifier::train_only_last(std::int64_t layers) {
    const auto all = static_cast<std::int64_t>(network_.spec().layers.size());
    network_.train_from_block(static_cast<std::size_t>(all + 1 - std::min(layers, all)));
}

void SequenceClassifier::train_only_classifier() {
    network_.train_from_block(network_.spec().layers.size() + 1);
    for (const bool bias : {false, true})
        if (const arch::ParameterSpec* dense = network_.spec().head.find(arch::Role::dense, bias))
            if (Parameter* const own = parameters().find(dense->name)) own->value.set_requires_grad(false);
}

void SequenceClassifier::standardise_dense(const at::Tensor& mean, const at::Tensor& deviation) {
    const at::NoGradGuard no_gradients;
    // For tanh the nearly linear range; for others the range above their cut-off.
    const bool has_tanh = network_.spec().head_kind.activation == arch::Activation::tanh;
    const at::Tensor scale = (has_tanh ? 0.5 : 1.0) / deviation;
    parameters().find(dense_name() + ".weight")->value.copy_(at::diag(scale));
    parameters().find(dense_name() + ".bias")->value.copy_((has_tanh ? 0.0 : 3.0) - mean * scale);
}

} // namespace tunedesk::model
