// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <cstdint>

namespace tunedesk::train {

/// Where blocks' parameters and gradients are while they are not in a slot of the device: in host memory
/// (HostLayers), or in the ranks' shards (ShardSource), whose transfers are all-gather and reduce-scatter.
/// Transfers are asynchronous: a slot must be left alone from the beginning of a transfer until it was
/// awaited. A slot is a flat buffer of a block's elements (BlockLayout). Thread rule: one thread at a time.
class BlockSource {
public:
    using Transfer = std::uint64_t; ///< a transfer's number; 0 is none
    virtual ~BlockSource() = default;

    /// Begins to fill a slot with a block's parameters, in their newest state.
    virtual Transfer fetch_parameters(std::size_t block, const at::Tensor& slot) = 0;
    /// Begins to store a block's parameters, which an update has changed.
    virtual void store_parameters(std::size_t block, const at::Tensor& slot) = 0;

    /// Whether gradients of an earlier micro-batch were stored, to which those of the next must be added in a
    /// slot. False for a source that accumulates by itself.
    virtual bool has_gradients(std::size_t block) const = 0;
    virtual Transfer fetch_gradients(std::size_t block, const at::Tensor& slot) = 0;
    /// Whether a transfer needs all ranks: each must then make the same passes.
    virtual bool is_collective() const { return false; }
    /// Whether norms of a block's gradients are of use before they are stored.
    virtual bool wants_norms() const { return true; }
    /// Begins to store a block's gradients of the step so far.
    virtual Transfer store_gradients(std::size_t block, const at::Tensor& slot) = 0;
    /// Before a step's first backward pass: no block has gradients.
    virtual void drop_gradients() = 0;

    /// What the device is given from here on comes after the transfer. The host does not wait.
    virtual void await(Transfer transfer) = 0;
    /// Waits until all transfers are done: the host may read what was stored.
    virtual void finish() = 0;
};

} // namespace tunedesk::train
