// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/gradient_hook.h"
#include "train/memory/block_layout.h"
#include "train/memory/block_order.h"
#include "train/memory/block_room.h"
#include "train/memory/block_source.h"

#include <vector>

namespace tunedesk::train {

/// The gradients of a model, gathered block by block in flat buffers. A slot of the device takes a block's
/// gradients as the backward pass accumulates them, which are dropped then; once it has them all, the slot is
/// handed to the source: copied to the host, or reduced over the ranks. Then it is free for another block.
/// Blocks are handed on from the last to the first, in whatever order they are complete, so that ranks reduce
/// them in one order. Gaps of a slot hold what another block left there. Thread rule: one thread, and its
/// backward pass.
class GradientBlocks {
public:
    /// Slots for as many blocks as are computed again together, and one; but for no more than have gradients.
    /// Takes the gradients: see memory::GradientHook. What it is given must outlive it.
    GradientBlocks(const ModelLayout& layout, BlockSource& source, const at::TensorOptions& options,
                   std::size_t computed_together);
    /// Each block has a buffer of its own, by block and flat, where its gradients stay; undefined for blocks
    /// without.
    GradientBlocks(const ModelLayout& layout, BlockSource& source, const std::vector<at::Tensor>& buffers);
    GradientBlocks(const GradientBlocks&) = delete;
    GradientBlocks& operator=(const GradientBlocks&) = delete;

    /// Begins to bring a block's stored gradients into a slot, where one is free.
    void prefetch(std::size_t block);
    /// Has the stored gradients of `block` in a slot and those of `next` on their way; frees all other slots.
    void activate(std::size_t block, std::size_t next);
    /// Of trained[index] of the layout, on the device: after activate() of its block.
    at::Tensor gradient(std::size_t index);
    /// The L2 norm of a gradient that was stored, on the device, where the source asks for it.
    const at::Tensor& norm(std::size_t index) const { return norms_[index]; }
    /// Hands zeros to the source, in the place of gradients that no backward pass gives; nothing for a block
    /// that is not trained.
    void store_zeros(std::size_t block);
    /// Before a step's first backward pass.
    void drop();
    /// The step's passes are over, and the source has finished: frees what slots have beside their buffers.
    void leave_rooms();
    /// Bytes of the slots.
    std::uint64_t device_bytes() const;

private:
    struct Slot {
        BlockRoom room;
        std::size_t block = BlockOrder::none;
        at::Tensor memory = {}; ///< of the room, while there is a block
        BlockSource::Transfer fetch = 0, store = 0;
        bool stays = false; ///< belongs to the block
    };
    void take_gradients();
    Slot* slot_of(std::size_t block);
    /// The free slot whose last transfer began first, or null.
    Slot* free_slot();
    Slot& slot_for(std::size_t block);
    void accumulate(std::size_t index);
    void complete(std::size_t block);
    void store(Slot& slot);
    /// The trained block before `block`; from none the last one.
    std::size_t before(std::size_t block) const;
    bool is_trained(std::size_t block) const {
        return layout_.blocks[block].last > layout_.blocks[block].first;
    }

    const ModelLayout& layout_;
    BlockSource& source_;
    std::vector<Slot> slots_;
    std::vector<at::Tensor> norms_;    ///< of the layout's trained parameters
    std::vector<std::size_t> arrived_; ///< by block: gradients of the micro-batch under way
    std::size_t due_;                  ///< the block that is handed on next
    std::vector<memory::GradientHook> hooks_;
};

} // namespace tunedesk::train
