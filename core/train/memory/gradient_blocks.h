#pragma once

#include "memory/gradient_hook.h"
#include "train/memory/block_layout.h"
#include "train/memory/block_source.h"

#include <vector>

namespace tunedesk::train {

/// The gradients of a model, gathered block by block in flat buffers. A slot of the device takes a block's
/// gradients as the backward pass accumulates them, which are dropped then; once it has them all, their norms
/// are taken and the slot is handed to the source: copied to the host, or reduced over the ranks. Then it is
/// free for another block. Gaps of a slot hold what another block left there. Thread rule: one thread, and
/// its backward pass.
class GradientBlocks {
public:
    /// `slots`: one more than blocks that are computed again together. Takes the gradients: see
    /// memory::GradientHook. What it is given must outlive it.
    GradientBlocks(const ModelLayout& layout, BlockSource& source, const at::TensorOptions& options,
                   std::size_t slots);
    GradientBlocks(const GradientBlocks&) = delete;
    GradientBlocks& operator=(const GradientBlocks&) = delete;

    /// Begins to bring a block's stored gradients into a slot, where one is free.
    void prefetch(std::size_t block);
    /// Has the stored gradients of `block` in a slot and those of `next` on their way; frees all other slots.
    void activate(std::size_t block, std::size_t next);
    /// Of trained[index] of the layout, on the device: after activate() of its block.
    at::Tensor gradient(std::size_t index);
    /// The L2 norm of a gradient that was stored, on the device.
    const at::Tensor& norm(std::size_t index) const { return norms_[index]; }
    /// Before a step's first backward pass.
    void drop();
    /// Bytes of the slots.
    std::uint64_t device_bytes() const;

private:
    struct Slot {
        at::Tensor memory;
        std::size_t block = 0; ///< 0: free
        BlockSource::Transfer fetch = 0, store = 0;
    };
    Slot* slot_of(std::size_t block);
    void accumulate(std::size_t index);
    void store(Slot& slot);

    const ModelLayout& layout_;
    BlockSource& source_;
    std::vector<Slot> slots_;
    std::vector<at::Tensor> norms_;    ///< of the layout's trained parameters
    std::vector<std::size_t> arrived_; ///< by block: gradients of the micro-batch under way
    std::vector<memory::GradientHook> hooks_;
};

} // namespace tunedesk::train
