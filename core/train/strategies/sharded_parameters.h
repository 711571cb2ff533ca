// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/memory/block_residency.h"
#include "train/strategies/sharded.h"

namespace tunedesk::train {

/// parallel.strategy: zero3 and fsdp. A rank keeps its chunks of parameters, gradients and optimizer state;
/// the head, which is small, it keeps whole. A block's parameters are all-gathered before it goes forward or
/// backward, while the block before it is at work, and freed behind it (BlockResidency); its gradients are
/// reduce-scattered.
class ShardedParameters : public Sharded {
public:
    /// `shards`: of parameters of which each rank keeps its chunk. What it is given must outlive it.
    ShardedParameters(parallel::Group& data, model::Network& network, Shards& shards, Optimizer& optimizer);

    void begin_step() override { residency_->drop_gradients(); }
    void begin_pass(const parallel::Action& action) override { residency_->begin_micro_batch(action); }
    void shadow_forward() override { network_.shadow_forward({}, true); }
    void backward(const at::Tensor& loss, bool last) override;
    void shadow_backward(bool last) override;
    void finish_gradients() override;
    void spread() override;
    bool gathers_parameters() const override { return true; }
    void weights_written() override;
    void for_each_parameter(
        const std::function<void(const std::string&, const at::Tensor&)>& visit) const override;

private:
    std::unique_ptr<BlockResidency> residency_;
    ShardSource* source_ = nullptr; ///< the residency's
};

} // namespace tunedesk::train
