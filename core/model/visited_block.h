#pragma once

#include "model/encoder.h"

namespace tunedesk::model {

/// Tells a visitor of a block's forward pass, and of its backward pass where it has one.
class VisitedBlock : public Block {
public:
    /// `visitor` must outlive the block and its backward passes.
    VisitedBlock(std::unique_ptr<Block> block, std::size_t index, BlockVisitor& visitor)
        : block_(std::move(block)), index_(index), visitor_(visitor) {}

    at::Tensor forward(const at::Tensor& hidden, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override;

private:
    std::unique_ptr<Block> block_;
    std::size_t index_;
    BlockVisitor& visitor_;
};

} // namespace tunedesk::model
