#pragma once

#include "parallel/ranks/schedule.h"
#include "train/memory/block_order.h"
#include "train/memory/gradient_blocks.h"
#include "train/memory/host_link.h"

#include <memory>
#include <optional>

namespace tunedesk::train {

/// Which blocks' parameters are on the device. It has two slots there, each for the largest block: in one is
/// the block at work, into the other comes the next one (BlockOrder) from where parameters are kept
/// (BlockSource). A parameter's tensor has memory while its block is active alone. Embeddings and head stay
/// on the device. Losses and updates are those without it. Thread rule: one thread, and its backward pass.
class BlockResidency : public model::BlockVisitor {
public:
    /// Parameters of `layout` are in `source`, and their storages have no memory. Without `with_gradients`
    /// another part takes the gradients in the backward pass (memory.optimizer_in_backward). `model` must
    /// outlive this, and have no pass after it.
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

    /// Removes all blocks from the device, until one is activated again.
    void evict_all();
    /// Bytes of the slots, those of gradients included.
    std::uint64_t device_bytes() const;

    // For the optimizer.
    /// Parameters whose blocks have a place here; `index` counts these.
    const std::vector<TrainedParameter>& trained() const { return layout_.trained; }
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

private:
    struct DeviceSlot {
        at::Tensor memory;
        std::size_t block = 0; ///< 0: free
        BlockSource::Transfer fetch = 0;
        bool active = false, changed = false;
    };
    void activate(std::size_t block, std::size_t next);
    DeviceSlot& prefetch(std::size_t block, std::size_t beside);
    void release(DeviceSlot& slot);
    void set_memory(std::size_t block, std::byte* memory, std::int64_t element_size) const;

    model::Network& model_;
    const ModelLayout layout_;
    const std::unique_ptr<BlockSource> source_;
    const BlockOrder order_;
    std::vector<DeviceSlot> slots_;
    std::optional<GradientBlocks> gradients_;
    parallel::Action pass_;
};

/// memory.offload: parameters. Moves the encoder layers' parameters to the host (HostLayers).
std::unique_ptr<BlockResidency> offload_parameters(model::Network& model, std::shared_ptr<HostLink> link,
                                                   bool with_gradients = true);

} // namespace tunedesk::train
