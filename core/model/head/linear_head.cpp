// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layers/block_parts.h"

#include "memory/torch_headers.h"

#include <stdexcept>

namespace tunedesk::model {

namespace {

using arch::Role;

/// The weight of the last layer.
const arch::ParameterSpec& weight_spec(const arch::ModelSpec& spec) {
    return spec.tied_head ? *spec.embeddings.find(Role::word) : *spec.head.find(Role::classifier);
}

/// An optional final norm, optional dropout, and one linear layer: on every token's row, with logits of the
/// vocabulary or of a token's classes, or on one row per sequence, with those of a classifier.
class LinearHead : public Head {
public:
    /// `words`: the table used as the layer's weight; undefined if the layer has its own.
    LinearHead(const arch::ModelSpec& spec, const BlockParameters& own, const at::Tensor& words,
               const Placement& placement)
        : operations_(*placement.operations), every_(spec.readout == task::Readout::every),
          site_(1 + 3 * spec.layers.size()), dropout_(spec.head_kind.dropout),
          norm_(own.norm(Role::final_norm, spec.norm_eps)), decoder_(own.linear(Role::classifier)) {
        if (words.defined()) decoder_.weight = words;
        if (placement.tensor && spec.has_word_head()) {
            const arch::TensorPart& part = weight_spec(spec).part;
            decoder_.words = {placement.tensor, part.boxes.front().offset[0], part.whole[0]};
        }
    }

    at::Tensor forward(const at::Tensor& rows_read, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        if (decoder_.words.ranks) throw std::logic_error("logits of a slice of the words are no outputs");
        return decoder_.forward(operations_, features(rows_read, batch, pass), RowView(batch, !every_), pass,
                                at::kFloat, at::kFloat);
    }
    at::Tensor features(const at::Tensor& rows_read, const std::shared_ptr<const Batch>& batch,
                        const Pass& pass) const override {
        const RowView view(batch, !every_);
        const at::Tensor rows = norm_.gamma.defined() ? operations_.norm(view, rows_read, norm_) : rows_read;
        return dropout_ > 0 ? operations_.drop(view, rows, dropout_at(pass, site_, dropout_)) : rows;
    }
    const LinearLayer& output_layer() const override { return decoder_; }
    LinearLayer* linear(Role role) override { return role == Role::classifier ? &decoder_ : nullptr; }

private:
    const Operations& operations_;
    bool every_;
    std::size_t site_;
    double dropout_;
    NormParameters norm_;
    LinearLayer decoder_;
};

/// A copy of the table of another pipeline stage: uninitialized, not a parameter, but with a gradient.
at::Tensor copy_of_table(const arch::ParameterSpec& table, const Parameters& parameters,
                         const Placement& placement) {
    const auto options = at::TensorOptions(placement.device).dtype(parameters.type());
    return at::empty(table.shape, options).set_requires_grad(table.trained);
}

} // namespace

std::unique_ptr<Head> make_linear_head(const arch::ModelSpec& spec, Parameters& parameters,
                                       const Placement& placement) {
    at::Tensor words;
    if (spec.tied_head) {
        const arch::ParameterSpec& table = *spec.embeddings.find(Role::word);
        const Parameter* const own = parameters.find(table.name);
        words = own ? own->value : copy_of_table(table, parameters, placement);
    }
    return std::make_unique<LinearHead>(
        spec, BlockParameters(spec, spec.layers.size() + 1, parameters, placement.tensor), words, placement);
}

} // namespace tunedesk::model
