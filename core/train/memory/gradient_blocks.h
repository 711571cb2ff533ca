// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/gradient_hook.h"
#include "train/memory/block_layout.h"
#include "train/memory/block_order.h"
#include "train/memory/block_room.h"
#include "train/memory/block_source.h"

#include <vector>

namespace tunedesk::train {

/// Collects a model's gradients block by block in flat device buffers (slots). A slot takes a block's
/// gradients as the backward pass accumulates them; the parameters' own gradients are then dropped. When a
/// block is complete, its slot is stored in the source (copied to the host, or reduced over the ranks) and
/// becomes free. Blocks are stored from the last to the first, in whatever order they complete, so that all
/// ranks reduce in the same order. Padding in a slot is not initialized. Thread rule: one thread, and its
/// backward pass.
class GradientBlocks {
public:
    /// Has one slot more than blocks that are recomputed together, but not more than blocks with gradients.
    /// Takes the gradients through memory::GradientHook. All references must outlive this.
    GradientBlocks(const ModelLayout& layout, BlockSource& source, const at::TensorOptions& options,
                   std::size_t computed_together);
    /// Keeps each block's gradients in its own flat buffer (`buffers`, by block; undefined for blocks without
    /// gradients).
    GradientBlocks(const ModelLayout& layout, BlockSource& source, const std::vector<at::Tensor>& buffers);
    GradientBlocks(const GradientBlocks&) = delete;
    GradientBlocks& operator=(const GradientBlocks&) = delete;

    /// Starts to fetch a block's stored gradients into a slot, if one is free.
    void prefetch(std::size_t block);
    /// Brings the stored gradients of `block` into a slot, starts to fetch those of `next`, and frees all
    /// other slots.
    void activate(std::size_t block, std::size_t next);
    /// The gradient of the layout's trained[index], on the device. Call after activate() of its block.
    at::Tensor gradient(std::size_t index);
    /// The L2 norm of a stored gradient, on the device; defined if the source wants_norms().
    const at::Tensor& norm(std::size_t index) const { return norms_[index]; }
    /// Stores zeros in the source for a block without a backward pass; does nothing for a block that is not
    /// trained.
    void store_zeros(std::size_t block);
    /// Call before a step's first backward pass.
    void drop();
    /// Call after the step's passes, when the source has finished: frees the slots' temporary memory.
    void leave_rooms();
    /// Bytes of the slots.
    std::uint64_t device_bytes() const;

private:
    struct Slot {
        BlockRoom room;
        std::size_t block = BlockOrder::none;
        at::Tensor memory = {}; ///< of the room, while there is a block
        BlockSource::Transfer fetch = 0, store = 0;
        bool stays = false; ///< permanently assigned to the block
    };
    void take_gradients();
    Slot* slot_of(std::size_t block);
    /// The free slot whose last transfer began first, or null.
    Slot* free_slot();
    Slot& slot_for(std::size_t block);
    void accumulate(std::size_t index);
    void complete(std::size_t block);
    void store(Slot& slot);
    /// The trained block before `block`; for BlockOrder::none the last one.
    std::size_t before(std::size_t block) const;
    bool is_trained(std::size_t block) const {
        return layout_.blocks[block].last > layout_.blocks[block].first;
    }

    const ModelLayout& layout_;
    BlockSource& source_;
    std::vector<Slot> slots_;
    std::vector<at::Tensor> norms_;    ///< of the layout's trained parameters
    std::vector<std::size_t> arrived_; ///< by block: gradients of the current micro-batch
    std::size_t due_;                  ///< the block that is stored next
    std::vector<memory::GradientHook> hooks_;
};

} // namespace tunedesk::train
