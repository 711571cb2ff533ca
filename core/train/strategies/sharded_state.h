// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/memory/gradient_blocks.h"
#include "train/strategies/sharded.h"

namespace tunedesk::train {

/// parallel.strategy: zero1 and zero2. Every rank holds all parameters, and the optimizer's state of its
/// chunks alone. A block's gradients are reduce-scattered as soon as the backward pass has made them, each
/// rank updates its chunks, and then all ranks gather what was updated. With zero1 a rank keeps whole
/// gradients, which are summed once a step; with zero2 the sums of its chunks, micro-batch by micro-batch.
class ShardedState : public Sharded {
public:
    /// `shards`: of whole parameters. What it is given must outlive it.
    ShardedState(parallel::Group& data, model::Network& network, Shards& shards, Optimizer& optimizer);

    void begin_step() override { gradients_->drop(); }
    void begin_pass(const parallel::Action&) override {}
    void shadow_forward() override {}
    void backward(const at::Tensor& loss, bool last) override;
    void shadow_backward(bool last) override;
    void finish_gradients() override;
    void spread() override;
    bool gathers_parameters() const override { return false; }
    void weights_written() override;
    void for_each_parameter(
        const std::function<void(const std::string&, const at::Tensor&)>& visit) const override;

private:
    ShardSource source_;
    std::unique_ptr<GradientBlocks> gradients_;
};

} // namespace tunedesk::train
