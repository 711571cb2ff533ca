#include "train/memory/gradient_blocks.h"

#include "memory/meter.h"
#include "memory/torch_headers.h"

#include <algorithm>
#include <utility>

namespace tunedesk::train {

GradientBlocks::GradientBlocks(const ModelLayout& layout, BlockSource& source,
                               const at::TensorOptions& options, std::size_t slots)
    : layout_(layout), source_(source), norms_(layout.trained.size()), arrived_(layout.blocks.size(), 0) {
    const memory::InPart counted(memory::Part::gradients);
    for (std::size_t i = 0; i < slots; ++i) {
        slots_.emplace_back();
        slots_.back().memory = at::zeros({layout.most_elements()}, options);
    }
    for (std::size_t i = 0; i < layout.trained.size(); ++i)
        hooks_.emplace_back(layout.trained[i].value, memory::GradientHook::Use::take,
                            [this, i](const at::Tensor&) { accumulate(i); });
}

std::uint64_t GradientBlocks::device_bytes() const {
    std::uint64_t bytes = 0;
    for (const Slot& slot : slots_)
        bytes += slot.memory.nbytes();
    return bytes;
}

GradientBlocks::Slot* GradientBlocks::slot_of(std::size_t block) {
    const auto slot = std::ranges::find(slots_, block, &Slot::block);
    return slot == slots_.end() ? nullptr : &*slot;
}

void GradientBlocks::prefetch(std::size_t block) {
    if (slot_of(block)) return;
    Slot* const slot = slot_of(0);
    if (!slot || !source_.has_gradients(block)) return; // accumulate() takes a slot when it needs one
    const at::NoGradGuard no_gradients;
    slot->block = block;
    slot->fetch = source_.fetch_gradients(block, slot->memory.narrow(0, 0, layout_.blocks[block].elements));
    slot->store = 0;
}

void GradientBlocks::activate(std::size_t block, std::size_t next) {
    for (Slot& slot : slots_)
        if (slot.block != block && slot.block != next) slot.block = 0;
    prefetch(block);
    if (next > 0) prefetch(next);
    if (Slot* const slot = slot_of(block); slot && slot->fetch) source_.await(std::exchange(slot->fetch, 0));
}

at::Tensor GradientBlocks::gradient(std::size_t index) {
    const TrainedParameter& one = layout_.trained[index];
    return slot_of(one.block)->memory.narrow(0, one.begin, one.value.numel()).view(one.value.sizes());
}

/// Adds a gradient to those of earlier micro-batches, on the device, as autograd would.
void GradientBlocks::accumulate(std::size_t index) {
    const at::NoGradGuard no_gradients;
    const TrainedParameter& one = layout_.trained[index];
    prefetch(one.block);
    Slot* slot = slot_of(one.block);
    if (!slot) {
        slot = slot_of(0);
        TORCH_INTERNAL_ASSERT(slot, "no slot for a block's gradients");
        slot->block = one.block;
        if (slot->store) source_.await(std::exchange(slot->store, 0));
    }
    if (slot->fetch) source_.await(std::exchange(slot->fetch, 0));
    const at::Tensor sum = gradient(index);
    at::Tensor& added = at::Tensor(one.value).mutable_grad();
    if (source_.has_gradients(one.block))
        sum.add_(added);
    else
        sum.copy_(added);
    added.reset();
    const BlockLayout& block = layout_.blocks[one.block];
    if (++arrived_[one.block] == block.last - block.first) store(*slot);
}

void GradientBlocks::store(Slot& slot) {
    const BlockLayout& block = layout_.blocks[slot.block];
    std::vector<at::Tensor> all;
    for (std::size_t i = block.first; i < block.last; ++i)
        all.push_back(slot.memory.narrow(0, layout_.trained[i].begin, layout_.trained[i].value.numel()));
    const std::vector<at::Tensor> norms = at::_foreach_norm(all, 2, at::kFloat);
    std::ranges::copy(norms, norms_.begin() + static_cast<std::ptrdiff_t>(block.first));
    slot.store = source_.store_gradients(slot.block, slot.memory.narrow(0, 0, block.elements));
    arrived_[slot.block] = 0;
    slot.block = 0;
}

void GradientBlocks::drop() {
    source_.drop_gradients();
    std::ranges::fill(arrived_, 0);
    for (Slot& slot : slots_) {
        if (slot.fetch) source_.await(std::exchange(slot.fetch, 0));
        slot.block = 0;
    }
}

} // namespace tunedesk::train
