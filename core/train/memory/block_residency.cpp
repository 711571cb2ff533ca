// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/memory/block_residency.h"

#include "memory/meter.h"
#include "memory/torch_headers.h"
#include "train/memory/host_layers.h"

#include <algorithm>
#include <utility>

namespace tunedesk::train {

BlockResidency::BlockResidency(model::Network& model, ModelLayout layout, std::unique_ptr<BlockSource> source,
                               bool with_gradients)
    : model_(model), layout_(std::move(layout)), source_(std::move(source)), order_(order_of(model)) {
    const at::TensorOptions options =
        at::TensorOptions(model.placement().device).dtype(model.parameters().type());
    const std::int64_t staying = source_->is_collective() ? 0 : layout_.layer_elements();
    for (int i = 0; i < 2; ++i)
        slots_.push_back({.room = BlockRoom(staying, options, memory::Part::weights)});
    if (with_gradients) gradients_.emplace(layout_, *source_, options, order_.checkpointed);
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
        bytes += slot.room.nbytes();
    return bytes;
}

void BlockResidency::before_forward(std::size_t block) {
    recomputes_ = pass_.pass == parallel::Action::Pass::backward;
    activate(block, recomputes_ ? order_.after_recomputation(block) : order_.after_forward(block));
}

void BlockResidency::before_backward(std::size_t block) {
    recomputes_ = false;
    activate(block, order_.after_backward(block));
    if (!gradients_ || !layout_.has(block)) return;
    gradients_->prefetch(block);
    if (block > order_.first_trained) gradients_->prefetch(block - 1);
}

/// Has a block's parameters on the device, and those of the `next` on their way.
void BlockResidency::activate(std::size_t block, std::size_t next) {
    const at::NoGradGuard no_gradients;
    for (DeviceSlot& slot : slots_)
        if (slot.active && slot.block != block) release(slot);
    DeviceSlot* const slot = layout_.has(block) ? &prefetch(block, next) : nullptr;
    if (next != BlockOrder::none && layout_.has(next) && next != block) prefetch(next, block);
    if (!slot) return;
    if (slot->fetch) source_->await(std::exchange(slot->fetch, 0));
    if (!std::exchange(slot->active, true)) layout_.blocks[block].lie_in(slot->memory);
}

/// The slot that a block's parameters are in or come to: not that of the block `beside` it.
BlockResidency::DeviceSlot& BlockResidency::prefetch(std::size_t block, std::size_t beside) {
    const auto found = std::ranges::find(slots_, block, &DeviceSlot::block);
    if (found != slots_.end()) return *found;
    const bool is_beside = slots_[0].block == beside && beside != BlockOrder::none;
    DeviceSlot& slot = is_beside ? slots_[1] : slots_[0];
    if (slot.fetch) source_->await(slot.fetch); // of a block that was not activated after all
    slot.block = block;
    slot.memory = slot.room.take(layout_.blocks[block].elements);
    slot.fetch = source_->fetch_parameters(block, slot.memory);
    return slot;
}

void BlockResidency::release(DeviceSlot& slot) {
    layout_.blocks[slot.block].lie_in({});
    slot.active = false;
    if (std::exchange(slot.changed, false)) source_->store_parameters(slot.block, slot.memory);
    // What is computed again goes backward next.
    if (!slot.room.stays() && !recomputes_) vacate(slot);
}

void BlockResidency::vacate(DeviceSlot& slot) {
    slot.block = BlockOrder::none;
    slot.memory.reset();
    slot.room.leave();
}

void BlockResidency::evict_all() {
    const at::NoGradGuard no_gradients;
    for (DeviceSlot& slot : slots_) {
        if (slot.active) release(slot);
        if (slot.fetch) source_->await(std::exchange(slot.fetch, 0));
        vacate(slot); // what is stored may be changed there
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
    ModelLayout layout = layout_of(model, LaidOut::layers);
    auto layers = std::make_unique<HostLayers>(model, layout, std::move(link), with_gradients);
    return std::make_unique<BlockResidency>(model, std::move(layout), std::move(layers), with_gradients);
}

} // namespace tunedesk::train
