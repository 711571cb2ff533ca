// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/block_visitor.h"
#include "model/blocks.h"

namespace tunedesk::model {

/// Calls a network's visitors for a block's forward pass, and of its backward pass where it has one.
class VisitedBlock : public Block {
public:
    VisitedBlock(std::unique_ptr<Block> block, std::size_t index,
                 std::shared_ptr<const BlockVisitors> visitors)
        : block_(std::move(block)), index_(index), visitors_(std::move(visitors)) {}

    at::Tensor forward(const at::Tensor& hidden, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override;
    LinearLayer* linear(arch::Role role) override { return block_->linear(role); }

private:
    std::unique_ptr<Block> block_;
    std::size_t index_;
    std::shared_ptr<const BlockVisitors> visitors_;
};

} // namespace tunedesk::model
