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

/// Keeps only the parameters of some blocks on the device. Two device slots alternate: one holds the active
/// block, the other receives the next one (BlockOrder) from the BlockSource. Memory of gathered blocks is
/// freed after use; slots for copies from the host are kept. A parameter's tensor has memory only while its
/// block is active. The head and blocks outside the layout stay on the device. Losses and updates do not
/// change. Thread rule: one thread, and its backward pass.
class BlockResidency : public model::BlockVisitor {
public:
    /// The parameters of `layout` are in `source`, and their storages, except the head's, have no memory.
    /// Without `with_gradients` another object takes the gradients in the backward pass
    /// (memory.optimizer_in_backward). `model` must outlive this, and make no pass after its end.
    BlockResidency(model::Network& model, ModelLayout layout, std::unique_ptr<BlockSource> source,
                   bool with_gradients);
    ~BlockResidency() override;
    BlockResidency(const BlockResidency&) = delete;
    BlockResidency& operator=(const BlockResidency&) = delete;

    /// Call before a training pass over a micro-batch: a block's forward pass within a backward pass is then
    /// a recomputation. Passes without gradients need no call.
    void begin_micro_batch(const parallel::Action& action) { pass_ = action; }
    /// Call after the step's last pass.
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
    /// Trained parameters of the blocks in the layout; `index` below refers to this list.
    const std::vector<TrainedParameter>& trained() const { return layout_.trained; }
    const ModelLayout& layout() const { return layout_; }
    /// Stores zero gradients for a block in the source, in place of a backward pass over it.
    void shadow_gradients(std::size_t block) { gradients_->store_zeros(block); }
    /// Brings a block's parameters and gradients to the device. Changed parameters are stored after the
    /// update.
    void activate_for_update(std::size_t block);
    /// Marks the parameters of an active block as changed.
    void mark_changed(std::size_t block);
    /// A gradient on the device. Call after activate_for_update().
    at::Tensor gradient(std::size_t index) { return gradients_->gradient(index); }
    /// The L2 norm of a gradient of this step, on the device.
    const at::Tensor& gradient_norm(std::size_t index) const { return gradients_->norm(index); }
    /// Call before the next step's first pass.
    void drop_gradients();
    /// Call after the step's passes, when the source has finished.
    void leave_gradients() { gradients_->leave_rooms(); }

private:
    struct DeviceSlot {
        BlockRoom room;
        std::size_t block = BlockOrder::none;
        at::Tensor memory = {}; ///< memory from `room`; undefined without a block
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
    bool recomputes_ = false; ///< the active block is recomputed within a backward pass
};

/// memory.offload: parameters. Moves the encoder layers' parameters to the host (HostLayers).
std::unique_ptr<BlockResidency> offload_parameters(model::Network& model, std::shared_ptr<HostLink> link,
                                                   bool with_gradients = true);

} // namespace tunedesk::train
