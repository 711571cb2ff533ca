// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/memory/gradient_blocks.h"

#include "memory/meter.h"
#include "memory/torch_headers.h"
#include "train/memory/gradient_norms.h"

#include <algorithm>
#include <utility>

namespace tunedesk::train {

GradientBlocks::GradientBlocks(const ModelLayout& layout, BlockSource& source,
                               const at::TensorOptions& options, std::size_t computed_together)
    : layout_(layout), source_(source) {
    const std::int64_t staying = source.is_collective() ? 0 : layout.layer_elements();
    const auto trained = static_cast<std::size_t>(std::ranges::count_if(
        layout.blocks, [](const BlockLayout& block) { return block.last > block.first; }));
    for (std::size_t i = 0; i < std::min(std::max<std::size_t>(1, computed_together) + 1, trained); ++i)
        slots_.push_back({.room = BlockRoom(staying, options, memory::Part::gradients)});
    take_gradients();
}

GradientBlocks::GradientBlocks(const ModelLayout& layout, BlockSource& source,
                               const std::vector<at::Tensor>& buffers)
    : layout_(layout), source_(source) {
    for (std::size_t block = 0; block < buffers.size(); ++block)
        if (buffers[block].defined())
            slots_.push_back({.room = BlockRoom(0, buffers[block].options(), memory::Part::gradients),
                              .block = block,
                              .memory = buffers[block],
                              .stays = true});
    take_gradients();
}

void GradientBlocks::take_gradients() {
    norms_.resize(layout_.trained.size());
    arrived_.assign(layout_.blocks.size(), 0);
    due_ = before(BlockOrder::none);
    for (std::size_t i = 0; i < layout_.trained.size(); ++i)
        hooks_.emplace_back(layout_.trained[i].value, memory::GradientHook::Use::take,
                            [this, i](const at::Tensor&) { accumulate(i); });
}

std::uint64_t GradientBlocks::device_bytes() const {
    std::uint64_t bytes = 0;
    for (const Slot& slot : slots_)
        bytes += slot.stays ? slot.memory.nbytes() : slot.room.nbytes();
    return bytes;
}

std::size_t GradientBlocks::before(std::size_t block) const {
    for (std::size_t i = std::min(block, layout_.blocks.size()); i > 0; --i)
        if (is_trained(i - 1)) return i - 1;
    return BlockOrder::none;
}

GradientBlocks::Slot* GradientBlocks::slot_of(std::size_t block) {
    const auto slot = std::ranges::find(slots_, block, &Slot::block);
    return slot == slots_.end() ? nullptr : &*slot;
}

GradientBlocks::Slot* GradientBlocks::free_slot() {
    Slot* found = nullptr;
    for (Slot& slot : slots_)
        if (slot.block == BlockOrder::none && (!found || slot.store < found->store)) found = &slot;
    return found;
}

void GradientBlocks::prefetch(std::size_t block) {
    if (slot_of(block)) return;
    Slot* const slot = free_slot();
    if (!slot || !source_.has_gradients(block)) return; // slot_for() takes one when it is needed
    const at::NoGradGuard no_gradients;
    slot->block = block;
    slot->memory = slot->room.take(layout_.blocks[block].elements);
    slot->fetch = source_.fetch_gradients(block, slot->memory);
    slot->store = 0;
}

void GradientBlocks::activate(std::size_t block, std::size_t next) {
    for (Slot& slot : slots_)
        if (slot.block != block && slot.block != next && !slot.stays) slot.block = BlockOrder::none;
    prefetch(block);
    if (next != BlockOrder::none) prefetch(next);
    if (Slot* const slot = slot_of(block); slot && slot->fetch) source_.await(std::exchange(slot->fetch, 0));
}

at::Tensor GradientBlocks::gradient(std::size_t index) {
    const TrainedParameter& one = layout_.trained[index];
    return slot_of(one.block)->memory.narrow(0, one.begin, one.value.numel()).view(one.value.sizes());
}

/// With the block's gradients of earlier micro-batches, if the source has them.
GradientBlocks::Slot& GradientBlocks::slot_for(std::size_t block) {
    prefetch(block);
    Slot* slot = slot_of(block);
    if (!slot) {
        slot = free_slot();
        TORCH_INTERNAL_ASSERT(slot, "no slot for a block's gradients");
        if (slot->store) source_.await(std::exchange(slot->store, 0));
        slot->block = block;
        slot->memory = slot->room.take(layout_.blocks[block].elements);
    }
    if (slot->fetch) source_.await(std::exchange(slot->fetch, 0));
    return *slot;
}

/// Adds a gradient to those of earlier micro-batches, on the device, as autograd would.
void GradientBlocks::accumulate(std::size_t index) {
    const at::NoGradGuard no_gradients;
    const TrainedParameter& one = layout_.trained[index];
    slot_for(one.block);
    const at::Tensor sum = gradient(index);
    at::Tensor& added = at::Tensor(one.value).mutable_grad();
    const bool adds = source_.has_gradients(one.block);
    if (added.is_sparse()) { // of the rows that are used
        if (!adds) sum.zero_();
        sum.index_add_(0, added._indices()[0], added._values());
    } else if (adds) {
        sum.add_(added);
    } else {
        sum.copy_(added);
    }
    added.reset();
    const BlockLayout& block = layout_.blocks[one.block];
    if (++arrived_[one.block] == block.last - block.first) complete(one.block);
}

void GradientBlocks::store_zeros(std::size_t block) {
    if (!is_trained(block)) return;
    const at::NoGradGuard no_gradients;
    const Slot& slot = slot_for(block);
    if (!source_.has_gradients(block)) slot.memory.zero_();
    arrived_[block] = layout_.blocks[block].last - layout_.blocks[block].first;
    complete(block);
}

/// Hands on this block, and those behind it that have waited for it, or lets it wait.
void GradientBlocks::complete(std::size_t block) {
    if (block != due_) return;
    do {
        store(*slot_of(due_));
        due_ = before(due_);
    } while (due_ != BlockOrder::none &&
             arrived_[due_] == layout_.blocks[due_].last - layout_.blocks[due_].first);
    if (due_ == BlockOrder::none) due_ = before(BlockOrder::none);
}

void GradientBlocks::store(Slot& slot) {
    const BlockLayout& block = layout_.blocks[slot.block];
    if (source_.wants_norms()) {
        std::vector<at::Tensor> all;
        for (std::size_t i = block.first; i < block.last; ++i)
            all.push_back(slot.memory.narrow(0, layout_.trained[i].begin, layout_.trained[i].value.numel()));
        const std::vector<at::Tensor> norms = gradient_norms(all);
        std::ranges::copy(norms, norms_.begin() + static_cast<std::ptrdiff_t>(block.first));
    }
    slot.store = source_.store_gradients(slot.block, slot.memory);
    arrived_[slot.block] = 0;
    if (!slot.stays) slot.block = BlockOrder::none;
}

void GradientBlocks::drop() {
    source_.drop_gradients();
    std::ranges::fill(arrived_, 0);
    due_ = before(BlockOrder::none);
    for (Slot& slot : slots_) {
        if (slot.fetch) source_.await(std::exchange(slot.fetch, 0));
        if (!slot.stays) slot.block = BlockOrder::none;
    }
}

void GradientBlocks::leave_rooms() {
    for (Slot& slot : slots_) {
        if (slot.stays) continue;
        slot.memory.reset();
        slot.room.leave();
    }
}

} // namespace tunedesk::train
