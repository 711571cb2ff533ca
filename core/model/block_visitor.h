// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace tunedesk::model {

/// Hears of a network's passes, block by block: 0 are the embeddings, then come the layers; the head is
/// none of them. A block that is recomputed in the backward pass goes forward a second time, between the
/// before_backward() of the blocks behind it and its own. Thread rule: one thread, and its backward pass.
class BlockVisitor {
public:
    virtual ~BlockVisitor() = default;
    /// Before the first block of a forward pass. `has_backward`: a backward pass follows.
    virtual void begin_pass(const Pass&, bool /*has_backward*/) {}
    virtual void before_forward(std::size_t /*block*/) {}
    virtual void after_forward(std::size_t /*block*/) {}
    /// The gradient of the block's output is complete.
    virtual void before_backward(std::size_t /*block*/) {}
    /// The forward pass is over, and no backward pass follows.
    virtual void end_without_backward() {}
    /// Whether several ranks make passes together: each must then make as many, if need be shadows.
    virtual bool is_collective() const { return false; }
};

/// A network's visitors in the order in which they were added: what comes before a block they hear of in
/// this order, what comes after it in reverse, so that each encloses those behind it.
class BlockVisitors {
public:
    void add(BlockVisitor& visitor) { visitors_.push_back(&visitor); }
    void remove(const BlockVisitor& visitor) { std::erase(visitors_, &visitor); }
    bool empty() const { return visitors_.empty(); }
    bool any_is_collective() const;

    void begin_pass(const Pass& pass, bool has_backward) const;
    void before_forward(std::size_t block) const;
    void after_forward(std::size_t block) const;
    void before_backward(std::size_t block) const;
    void end_without_backward() const;

private:
    std::vector<BlockVisitor*> visitors_;
};

} // namespace tunedesk::model
