// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/strategies/pipeline_stage.h"

#include "memory/torch_headers.h"
#include "parallel/pipeline/peer_link.h"

#include <stdexcept>

namespace tunedesk::train {

PipelineStage::PipelineStage(std::unique_ptr<Strategy> within, parallel::Group& stages,
                             const model::Network& network, std::vector<arch::StageLayers> layers)
    : within_(std::move(within)), stages_(stages), network_(network), layers_(std::move(layers)),
      tied_(stages, network) {
    tied_.refresh();
}

void PipelineStage::begin_step() {
    within_->begin_step();
    tied_.drop_gradient();
}

void PipelineStage::backward(const at::Tensor& loss, bool last) {
    // The last stage's passes are over before the first stage's last one.
    within_->backward(last && tied_.is_source() ? loss + tied_.with_gradient() : loss, last);
    if (last && tied_.is_copy()) tied_.send_gradient();
}

void PipelineStage::shadow_backward(bool last) {
    if (last && tied_.is_source()) {
        at::Tensor loss = tied_.with_gradient();
        for (const at::Tensor& parameter : network_.parameters().trained())
            loss = loss + parameter.flatten().narrow(0, 0, 1).sum() * 0;
        return within_->backward(loss, last);
    }
    within_->shadow_backward(last);
    if (last && tied_.is_copy()) tied_.send_gradient();
}

void PipelineStage::spread() {
    within_->spread();
    tied_.refresh();
}

void PipelineStage::weights_written() {
    within_->weights_written();
    tied_.refresh();
}

at::Tensor PipelineStage::norm_over_shards(const at::Tensor& norm) {
    at::Tensor squares = within_->norm_over_shards(norm).to(at::kDouble).square();
    stages_.sum(squares, parallel::Purpose::norm_sum);
    return squares.sqrt();
}

std::size_t PipelineStage::tensor_count() const {
    std::size_t count = 0;
    for (const arch::BlockSpec* block : network_.spec().blocks())
        count += block->parameters.size();
    return count;
}

/// In the order in which a stage gives them.
std::vector<const arch::ParameterSpec*> PipelineStage::parameters_of(const arch::StageLayers& layers) const {
    std::vector<const arch::ParameterSpec*> all;
    const std::vector<const arch::BlockSpec*> blocks = network_.spec().blocks();
    for (std::size_t block = layers.first_block(); block < layers.last_block(); ++block)
        for (const arch::ParameterSpec& parameter : blocks[block]->parameters)
            all.push_back(&parameter);
    return all;
}

void PipelineStage::for_each_parameter(
    const std::function<void(const std::string&, const at::Tensor&)>& visit) const {
    const int stage = stages_.world().rank;
    if (within_->data_rank() != 0) return within_->for_each_parameter(visit); // a copy of what rank 0 gets
    if (stage > 0) {
        parallel::PeerLink first(stages_, 0);
        const auto own = parameters_of(layers_[static_cast<std::size_t>(stage)]);
        auto expected = own.begin();
        return within_->for_each_parameter([&](const std::string& name, const at::Tensor& value) {
            if (expected == own.end() || name != (*expected++)->name)
                throw std::logic_error("a stage's parameters are in another order than the model's");
            visit(name, value);
            first.send(value.cpu(), parallel::Purpose::parameter_export);
            first.settle();
        });
    }
    within_->for_each_parameter(visit);
    for (int other = 1; other < stages_.world().size; ++other) {
        parallel::PeerLink link(stages_, other);
        for (const arch::ParameterSpec* parameter : parameters_of(layers_[static_cast<std::size_t>(other)])) {
            const at::Tensor value = at::empty(parameter->shape, network_.parameters().type());
            link.receive(value, parallel::Purpose::parameter_export);
            visit(parameter->name, value);
        }
    }
}

} // namespace tunedesk::train
