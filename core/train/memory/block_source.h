// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <cstdint>

namespace tunedesk::train {

/// Storage of blocks' parameters and gradients outside the device slots: host memory (HostLayers), or the
/// ranks' shards (ShardSource), whose transfers are all-gather and reduce-scatter. Transfers are
/// asynchronous: a slot must not be used from the start of a transfer until await(). A slot is a flat buffer
/// of a block's elements (BlockLayout). Thread rule: one thread at a time.
class BlockSource {
public:
    using Transfer = std::uint64_t; ///< a transfer's number; 0 is none
    virtual ~BlockSource() = default;

    /// Starts to fill a slot with a block's current parameters.
    virtual Transfer fetch_parameters(std::size_t block, const at::Tensor& slot) = 0;
    /// Starts to store a block's updated parameters.
    virtual void store_parameters(std::size_t block, const at::Tensor& slot) = 0;

    /// Whether gradients of an earlier micro-batch are stored, which must be fetched and accumulated in a
    /// slot. False for a source that accumulates by itself.
    virtual bool has_gradients(std::size_t block) const = 0;
    virtual Transfer fetch_gradients(std::size_t block, const at::Tensor& slot) = 0;
    /// Whether transfers are collectives; all ranks must then make the same passes.
    virtual bool is_collective() const { return false; }
    /// Whether the norms of a block's gradients must be computed before they are stored.
    virtual bool wants_norms() const { return true; }
    /// Starts to store a block's gradients of the step so far.
    virtual Transfer store_gradients(std::size_t block, const at::Tensor& slot) = 0;
    /// Call before a step's first backward pass: marks all blocks as having no gradients.
    virtual void drop_gradients() = 0;

    /// Orders device work that is enqueued from now on after the transfer. The host does not wait.
    virtual void await(Transfer transfer) = 0;
    /// Waits until all transfers are done: the host may read what was stored.
    virtual void finish() = 0;
};

} // namespace tunedesk::train
