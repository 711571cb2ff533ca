// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/ranks/schedule.h"
#include "train/memory/block_order.h"
#include "train/memory/block_room.h"
#include "train/memory/gradient_blocks.h"
#include "train/memory/host_link.h"

#include <memory>
#include <optional>

namespace tunedesk::train {

/// Which blocks' parameters are on the device. It has two slots there: in one is the block at work, into the
/// other comes the next one (BlockOrder) from where parameters are kept (BlockSource). What is gathered of
/// ranks is freed behind the block; slots for copies of the host stay. A parameter's tensor
/// has memory while its block is active alone. Blocks without a place in the layout stay on the device, and
/// so does the head, which no visitor hears of. Losses and updates are those without it. Thread rule: one
/// thread, and its backward pass.
class BlockResidency : public model::BlockVisitor {
public:
    /// Parameters of `layout` are in `source`, and their storages have no memory, but for the head's. Without
    /// `with_gradients` another part takes the gradients in the backward pass (memory.optimizer_in_backward).
    /// `model` must outlive this, and have no pass after it.
    BlockResidency(model::Network& model, ModelLayout layout, std::unique_ptr<BlockSource> source,
                   bool with_gradients);
    ~BlockResidency() override;
    BlockResidency(const BlockResidency&) = delete;
    BlockResidency& operator=(const BlockResidency&) = delete;

    /// A training pass over a micro-batch begins: a block that goes forward within a backward pass is
    /// computed again. Passes without gradients need no call.
    void begin_micro_batch(const parallel::Action& action) { pass_ = action; }
    /// The step's passes are over.
    void end_passes() { pass_ = {}; }
    void before_forward(std::size_t block) override;
    void before_backward(std::size_t block) override;
    void end_without_backward() override { evict_all(); }
    bool is_collective() const override { return source_->is_collective(); }

    /// Removes all blocks from the device, until one is activated again.
    void evict_all();
    /// Bytes of the slots, those of gradients included.
    std::uint64_t device_bytes() const;

    // For the optimizer.
    /// Parameters whose blocks have a place here; `index` counts these.
    const std::vector<TrainedParameter>& trained() const { return layout_.trained; }
    const ModelLayout& layout() const { return layout_; }
    /// Hands gradients of zero to the source, as a backward pass over the block does with its own.
    void shadow_gradients(std::size_t block) { gradients_->store_zeros(block); }
    /// Has a block's parameters on the device, with their gradients. They are stored after the update.
    void activate_for_update(std::size_t block);
    /// An active block's parameters have changed.
    void mark_changed(std::size_t block);
    /// After activate_for_update(): on the device.
    at::Tensor gradient(std::size_t index) { return gradients_->gradient(index); }
    /// The L2 norm of a gradient of this step, on the device.
    const at::Tensor& gradient_norm(std::size_t index) const { return gradients_->norm(index); }
    /// Before the next step's first pass.
    void drop_gradients();
    /// The step's passes are over, and the source has finished.
    void leave_gradients() { gradients_->leave_rooms(); }

private:
    struct DeviceSlot {
        BlockRoom room;
        std::size_t block = BlockOrder::none;
        at::Tensor memory = {}; ///< of the room, while there is a block
        BlockSource::Transfer fetch = 0;
        bool active = false, changed = false;
    };
    void activate(std::size_t block, std::size_t next);
    DeviceSlot& prefetch(std::size_t block, std::size_t beside);
    void release(DeviceSlot& slot);
    static void vacate(DeviceSlot& slot);

    model::Network& model_;
    const ModelLayout layout_;
    const std::unique_ptr<BlockSource> source_;
    const BlockOrder order_;
    std::vector<DeviceSlot> slots_;
    std::optional<GradientBlocks> gradients_;
    parallel::Action pass_;
    bool recomputes_ = false; ///< the block that is active goes forward within a backward pass
};

/// memory.offload: parameters. Moves the encoder layers' parameters to the host (HostLayers).
std::unique_ptr<BlockResidency> offload_parameters(model::Network& model, std::shared_ptr<HostLink> link,
                                                   bool with_gradients = true);

} // namespace tunedesk::train
