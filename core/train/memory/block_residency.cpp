#include "train/memory/block_residency.h"

#include "memory/meter.h"
#include "memory/torch_headers.h"
#include "train/memory/host_layers.h"

#include <algorithm>
#include <utility>

namespace tunedesk::train {

namespace {

BlockOrder order_of(const model::Network& model) {
    return {model.block_count(), std::max<std::size_t>(1, model.first_trained_block()),
            static_cast<std::size_t>(model.checkpointed_layers())};
}

/// As many as blocks are computed again together, and one; but no more than have gradients.
std::size_t gradient_slots(const BlockOrder& order) {
    const std::size_t trained = order.blocks - std::min(order.blocks, order.first_trained);
    return std::min(std::max<std::size_t>(1, order.checkpointed) + 1, trained);
}

} // namespace

BlockResidency::BlockResidency(model::Network& model, ModelLayout layout, std::unique_ptr<BlockSource> source,
                               bool with_gradients)
    : model_(model), layout_(std::move(layout)), source_(std::move(source)), order_(order_of(model)) {
    const at::TensorOptions options =
        at::TensorOptions(model.placement().device).dtype(model.parameters().type());
    {
        const memory::InPart counted(memory::Part::weights);
        for (int i = 0; i < 2; ++i) {
            slots_.emplace_back();
            slots_.back().memory = at::zeros({layout_.most_elements()}, options);
        }
    }
    if (with_gradients) gradients_.emplace(layout_, *source_, options, gradient_slots(order_));
    model.parameters().settle_by([this] {
        evict_all();
        source_->finish();
    });
    model.add_visitor(*this);
}

BlockResidency::~BlockResidency() {
    model_.remove_visitor(*this);
    model_.parameters().settle_by(nullptr);
    try {
        source_->finish();            // transfers into memory that is freed now
    } catch (const std::exception&) { // reported where it happened
    }
}

std::uint64_t BlockResidency::device_bytes() const {
    std::uint64_t bytes = gradients_ ? gradients_->device_bytes() : 0;
    for (const DeviceSlot& slot : slots_)
        bytes += slot.memory.nbytes();
    return bytes;
}

void BlockResidency::before_forward(std::size_t block) {
    const bool recomputed = pass_.pass == parallel::Action::Pass::backward;
    activate(block, recomputed ? order_.after_recomputation(block) : order_.after_forward(block));
}

void BlockResidency::before_backward(std::size_t block) {
    activate(block, order_.after_backward(block));
    if (!gradients_ || block == 0) return;
    gradients_->prefetch(block);
    if (block > order_.first_trained) gradients_->prefetch(block - 1);
}

/// Has a block's parameters on the device, and those of the `next` on their way.
void BlockResidency::activate(std::size_t block, std::size_t next) {
    const at::NoGradGuard no_gradients;
    for (DeviceSlot& slot : slots_)
        if (slot.active && slot.block != block) release(slot);
    DeviceSlot* const slot = block > 0 ? &prefetch(block, next) : nullptr;
    if (next > 0 && next != block) prefetch(next, block);
    if (!slot) return;
    if (slot->fetch) source_->await(std::exchange(slot->fetch, 0));
    if (std::exchange(slot->active, true)) return;
    set_memory(block, static_cast<std::byte*>(slot->memory.mutable_data_ptr()),
               static_cast<std::int64_t>(slot->memory.element_size()));
}

/// The slot that a block's parameters are in or come to: not that of the block `beside` it.
BlockResidency::DeviceSlot& BlockResidency::prefetch(std::size_t block, std::size_t beside) {
    const auto found = std::ranges::find(slots_, block, &DeviceSlot::block);
    if (found != slots_.end()) return *found;
    DeviceSlot& slot = slots_[0].block == beside && beside > 0 ? slots_[1] : slots_[0];
    if (slot.fetch) source_->await(slot.fetch); // of a block that was not activated after all
    slot.block = block;
    slot.fetch = source_->fetch_parameters(block, slot.memory.narrow(0, 0, layout_.blocks[block].elements));
    return slot;
}

void BlockResidency::release(DeviceSlot& slot) {
    set_memory(slot.block, nullptr, 0);
    slot.active = false;
    if (std::exchange(slot.changed, false))
        source_->store_parameters(slot.block, slot.memory.narrow(0, 0, layout_.blocks[slot.block].elements));
}

/// Gives the block's tensors memory, or takes it from them (null).
void BlockResidency::set_memory(std::size_t block, std::byte* memory, std::int64_t element_size) const {
    for (const BlockLayout::Member& member : layout_.blocks[block].members)
        member.storage.set_data_ptr_noswap(
            at::DataPtr(memory ? memory + member.begin * element_size : nullptr, member.storage.device()));
}

void BlockResidency::evict_all() {
    const at::NoGradGuard no_gradients;
    for (DeviceSlot& slot : slots_) {
        if (slot.active) release(slot);
        if (slot.fetch) source_->await(std::exchange(slot.fetch, 0));
        slot.block = 0; // what is stored may be changed there
    }
}

void BlockResidency::activate_for_update(std::size_t block) {
    const std::size_t next = order_.after_forward(block);
    activate(block, next);
    if (gradients_) gradients_->activate(block, next);
    mark_changed(block);
}

void BlockResidency::mark_changed(std::size_t block) {
    const auto slot = std::ranges::find(slots_, block, &DeviceSlot::block);
    TORCH_INTERNAL_ASSERT(slot != slots_.end() && slot->active, "a block is changed that is not active");
    slot->changed = true;
}

void BlockResidency::drop_gradients() {
    if (gradients_) gradients_->drop();
}

std::unique_ptr<BlockResidency> offload_parameters(model::Network& model, std::shared_ptr<HostLink> link,
                                                   bool with_gradients) {
    ModelLayout layout = layout_of(model);
    auto layers = std::make_unique<HostLayers>(model, layout, std::move(link), with_gradients);
    return std::make_unique<BlockResidency>(model, std::move(layout), std::move(layers), with_gradients);
}

} // namespace tunedesk::train
