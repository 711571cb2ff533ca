// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/network.h"

#include "memory/torch_headers.h"

#include "model/checkpointed.h"
#include "model/supported.h"
#include "model/tensor/tensor_ranks.h"
#include "model/visited_block.h"

#include <algorithm>

namespace tunedesk::model {

namespace {

const arch::ModelSpec& supported(const arch::ModelSpec& spec) {
    require_supported(spec);
    return spec;
}

/// The mean of the rows of each sequence's tokens: [sequences, width].
at::Tensor mean_of_sequences(const Batch& batch, const at::Tensor& hidden) {
    const at::Tensor parts = at::zeros({batch.size(), batch.rows()}, at::kFloat);
    for (std::int64_t i = 0; i < batch.size(); ++i) {
        const kernel::Sequence& sequence = batch.sequences[static_cast<std::size_t>(i)];
        parts[i].narrow(0, sequence.key_start, sequence.keys).fill_(1.0 / sequence.keys);
    }
    return parts.to(hidden.device()).mm(hidden);
}

/// The rows of the sequences' last tokens: [sequences, width].
at::Tensor last_of_sequences(const Batch& batch, const at::Tensor& hidden) {
    if (batch.tensors) { // a recorded pass also reads the next batch's; the derivative of a look-up does not
                         // wait
        const Segments& segments = batch.tensors->segments;
        at::Tensor ends = segments.starts.narrow(0, 1, segments.starts.size(0) - 1) - 1;
        if (batch.tensors->of_sequences.defined()) ends = ends.index_select(0, batch.tensors->of_sequences);
        return at::embedding(hidden, ends);
    }
    std::vector<std::int64_t> rows;
    for (const kernel::Sequence& sequence : batch.sequences)
        rows.push_back(sequence.key_start + sequence.keys - 1);
    return hidden.index_select(0, at::tensor(at::ArrayRef<std::int64_t>(rows)).to(hidden.device()));
}

} // namespace

Network::Network(const arch::ModelSpec& spec, const Placement& placement,
                 const std::optional<arch::StageLayers>& stage)
    : spec_(supported(spec)), stage_(stage.value_or(arch::StageLayers::whole(spec.layers.size()))),
      placement_(placement), parameters_(placement.device, placement.params) {
    const arch::TensorSlice slice = placement.tensor ? placement.tensor->slice() : arch::TensorSlice{};
    const arch::ModelSpec own = arch::sliced(spec_, slice);
    const auto add = [&](std::unique_ptr<Block> block) {
        blocks_.push_back(std::make_unique<VisitedBlock>(std::move(block), blocks_.size(), visitors_));
        block_ends_.push_back(parameters_.all().size());
    };
    if (stage_.has_embeddings())
        add((spec_.image.is_on() ? make_patch_embeddings : make_embeddings)(own, parameters_, placement));
    else
        add(make_no_embeddings());
    parameters_.make_on_host(placement.layers_on_host);
    const auto rotary = make_rotary_table(spec_.layer, placement.device);
    for (std::size_t i = stage_.first; i < stage_.last; ++i)
        add(spec_.layer.norm_place == arch::NormPlace::before
                ? make_pre_norm_layer(own, i, parameters_, placement, rotary)
                : make_layer(own, i, parameters_, placement));
    parameters_.make_on_host(false);
    head_ = stage_.has_head() ? make_head(own, parameters_, placement) : make_no_head();
    for (Parameter& parameter : parameters_.all())
        parameter.is_counted = slice.rank == 0 || !parameter.part.is_whole();
    find_first_trained();
    if (spec_.lora.is_on())
        for (Parameter& parameter : parameters_.all())
            parameter.is_saved = parameter.value.requires_grad();
}

at::Tensor Network::encode(const std::shared_ptr<const Batch>& batch, const Pass& pass,
                           const at::Tensor& words) const {
    if (!pass.begun) placement_.operations->begin(pass, placement_.device, 0);
    at::Tensor hidden = words;
    const bool with_gradients = at::GradMode::is_enabled();
    const bool has_backward = with_gradients && first_trained_ < blocks_.size();
    visitors_->begin_pass(pass, has_backward);
    for (std::size_t i = 0; i < blocks_.size();) {
        const bool trains = with_gradients && i >= first_trained_;
        if (trains && i > 0 && checkpointed_layers_ > 0) {
            const std::size_t count =
                std::min(static_cast<std::size_t>(checkpointed_layers_), blocks_.size() - i);
            hidden = checkpointed(std::span(blocks_).subspan(i, count), trained_of_blocks(i, i + count),
                                  hidden, batch, pass, placement_);
            i += count;
        } else {
            const at::AutoGradMode grad_mode(trains);
            hidden = blocks_[i++]->forward(hidden, batch, pass);
        }
    }
    if (!has_backward) visitors_->end_without_backward();
    if (!stage_.has_head()) return hidden;
    if (spec_.readout == task::Readout::last) return last_of_sequences(*batch, hidden);
    return spec_.readout == task::Readout::mean ? mean_of_sequences(*batch, hidden) : hidden;
}

void Network::shadow_forward(const Pass& pass, bool has_backward) const {
    visitors_->begin_pass(pass, has_backward);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        visitors_->before_forward(i);
        visitors_->after_forward(i);
    }
    if (!has_backward) visitors_->end_without_backward();
}

void Network::shadow_backward(const std::function<void(std::size_t block)>& leaves) const {
    // Gradients of a recomputed segment are complete after its whole backward pass.
    leaves(blocks_.size());
    const auto segment = static_cast<std::size_t>(checkpointed_layers_);
    const std::size_t first_layer = std::max<std::size_t>(1, first_trained_);
    for (std::size_t end = blocks_.size(); end > first_trained_;) {
        std::size_t begin = end - 1;
        if (begin > 0 && segment > 0) {
            begin = first_layer + (begin - first_layer) / segment * segment;
            for (std::size_t i = begin; i < end; ++i) {
                visitors_->before_forward(i);
                visitors_->after_forward(i);
            }
        }
        for (std::size_t i = end; i > begin; --i)
            visitors_->before_backward(i - 1);
        for (; end > begin; --end)
            leaves(end - 1);
    }
}

at::Tensor Network::head(const at::Tensor& rows, const std::shared_ptr<const Batch>& batch,
                         const Pass& pass) const {
    if (!pass.begun) placement_.operations->begin(pass, placement_.device, 1);
    return head_->forward(rows, batch, pass);
}

at::Tensor Network::head_features(const at::Tensor& rows, const std::shared_ptr<const Batch>& batch,
                                  const Pass& pass) const {
    if (!pass.begun) placement_.operations->begin(pass, placement_.device, 1);
    return head_->features(rows, batch, pass);
}

std::pair<std::size_t, std::size_t> Network::parameters_of_block(std::size_t block) const {
    return {block == 0 ? 0 : block_ends_[block - 1],
            block < block_ends_.size() ? block_ends_[block] : parameters_.all().size()};
}

std::vector<at::Tensor> Network::trained_of_blocks(std::size_t begin, std::size_t end) const {
    std::vector<at::Tensor> trained;
    for (std::size_t i = parameters_of_block(begin).first; i < block_ends_[end - 1]; ++i)
        if (const at::Tensor& value = parameters_.all()[i].value; value.requires_grad())
            trained.push_back(value);
    for (std::size_t i = begin; i < end; ++i)
        for (const arch::ParameterSpec& spec : spec_.blocks()[stage_.block_of_model(i)]->parameters) {
            const LinearLayer* layer = spec.is_bias ? nullptr : blocks_[i]->linear(spec.role);
            if (!layer || !layer->adapter) continue;
            for (const at::Tensor& parameter : layer->adapter->parameters())
                if (parameter.requires_grad()) trained.push_back(parameter);
        }
    return trained;
}

LinearLayer* Network::linear(std::size_t block, arch::Role role) {
    if (block >= blocks_.size()) return head_->linear(role);
    return blocks_[block]->linear(role);
}

void Network::train_from_block(std::size_t block) {
    trained_from_ = block;
    const std::vector<const arch::BlockSpec*> specs = spec_.blocks();
    for (std::size_t i = 0; i < specs.size(); ++i)
        for (const arch::ParameterSpec& spec : specs[i]->parameters)
            if (Parameter* const own = parameters_.find(spec.name))
                own->value.set_requires_grad(i >= block && spec.trained);
    find_first_trained();
}

void Network::find_first_trained() {
    first_trained_ = 0;
    const std::vector<const arch::BlockSpec*> specs = spec_.blocks();
    for (std::size_t i = trained_from_; i < stage_.first_block(); ++i)
        if (std::ranges::any_of(specs[i]->parameters, &arch::ParameterSpec::trained)) return;
    while (first_trained_ < blocks_.size() && trained_of_blocks(first_trained_, first_trained_ + 1).empty())
        ++first_trained_;
}

} // namespace tunedesk::model
