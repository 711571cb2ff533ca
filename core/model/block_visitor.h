// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace tunedesk::model {

/// Is notified of a network's passes block by block: 0 is the embeddings, then the layers; the head is not
/// included. A block that is recomputed in the backward pass has a second forward pass, between the
/// before_backward() of later blocks and its own. Thread rule: one thread, and its backward pass.
class BlockVisitor {
public:
    virtual ~BlockVisitor() = default;
    /// Before the first block of a forward pass. `has_backward`: a backward pass follows.
    virtual void begin_pass(const Pass&, bool /*has_backward*/) {}
    virtual void before_forward(std::size_t /*block*/) {}
    virtual void after_forward(std::size_t /*block*/) {}
    /// Called when the gradient of the block's output is complete.
    virtual void before_backward(std::size_t /*block*/) {}
    /// Called after a forward pass without a backward pass.
    virtual void end_without_backward() {}
    /// Whether passes are collectives: all ranks must then make the same number, with shadow passes if
    /// necessary.
    virtual bool is_collective() const { return false; }
};

/// A network's visitors. before_* calls are made in the order in which they were added, after_* calls in
/// reverse, so that earlier visitors enclose later ones.
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
