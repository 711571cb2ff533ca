// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizer/state_store.h"

#include "memory/torch_headers.h"
#include "train/memory/block_residency.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tunedesk::train {

namespace {

constexpr std::int64_t state_alignment = 64; ///< in elements; alignment of each slot's state

/// A range of a tensor's elements in memory order.
at::Tensor elements_of(const at::Tensor& tensor, const Partition::TensorSlice& slice) {
    if (!tensor.defined() || (slice.begin == 0 && slice.end == tensor.numel())) return tensor;
    return tensor.detach().view({-1}).narrow(0, slice.begin, slice.end - slice.begin);
}

/// The parts of a partition on the device, with their gradients and states.
template <class State>
std::vector<StateStore::Part> parts_of(const Partition& partition, const std::vector<Slot>& slots,
                                       BlockResidency* residency, State state) {
    if (partition.block > 0) residency->activate_for_update(partition.block);
    std::vector<StateStore::Part> parts;
    for (const Partition::TensorSlice& slice : partition.slices) {
        const Slot& slot = slots[slice.slot];
        const at::Tensor gradient =
            slot.offloaded ? residency->gradient(*slot.offloaded) : slot.value.grad().contiguous();
        StateStore::Part part;
        part.slot = slice.slot;
        part.value = elements_of(slot.value, slice);
        part.gradient = elements_of(gradient, slice);
        const auto shaped = [&](const at::Tensor& x) { return x.defined() ? x.view(part.value.sizes()) : x; };
        part.first = shaped(state(slice, 0));
        part.second = shaped(state(slice, 1));
        parts.push_back(std::move(part));
    }
    return parts;
}

} // namespace

std::vector<Partition> plan_partitions(const std::vector<Slot>& slots, const BlockResidency* residency,
                                       std::int64_t part_elements, std::vector<std::int64_t>& places) {
    std::vector<Partition> partitions;
    std::int64_t place = 0;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const std::int64_t elements = slots[i].value.numel();
        const std::size_t block = slots[i].offloaded ? residency->trained()[*slots[i].offloaded].block : 0;
        places.push_back(place);
        for (std::int64_t begin = 0; begin < elements;) {
            if (partitions.empty() || partitions.back().block != block ||
                place + begin - partitions.back().begin >= part_elements)
                partitions.push_back({place + begin, 0, block, {}});
            Partition& partition = partitions.back();
            const std::int64_t room = part_elements - (place + begin - partition.begin),
                               end = begin + std::min(elements - begin, room);
            partition.slices.push_back({i, begin, end});
            partition.end = place + end;
            begin = end;
        }
        place += (elements + state_alignment - 1) / state_alignment * state_alignment;
    }
    return partitions;
}

ResidentState::ResidentState(const std::vector<Slot>& slots, BlockResidency* residency)
    : slots_(slots), residency_(residency) {
    std::vector<std::int64_t> places;
    partitions_ = plan_partitions(slots, residency, std::numeric_limits<std::int64_t>::max(), places);
}

void ResidentState::for_parts(const Step& step) {
    for (const Partition& partition : partitions_)
        step(parts_of(partition, slots_, residency_, [&](const Partition::TensorSlice& slice, int kind) {
            return kind == 0 ? slots_[slice.slot].first : slots_[slice.slot].second;
        }));
}

OffloadedState::OffloadedState(std::vector<Slot>& slots, BlockResidency* residency,
                               std::shared_ptr<HostLink> link, std::int64_t part_elements)
    : slots_(slots), residency_(residency), link_(std::move(link)),
      partitions_(plan_partitions(slots, residency, part_elements, places_)), part_elements_(part_elements) {
    for (const int kind : {0, 1})
        move_to_host(slots, kind);
}

void OffloadedState::move_to_host(std::vector<Slot>& slots, int kind) {
    const auto state = kind == 0 ? &Slot::first : &Slot::second;
    if (!(slots.front().*state).defined()) return;
    const at::TensorOptions there = (slots.front().*state).options().requires_grad(false);
    const std::int64_t elements = partitions_.back().end;
    host_state_[kind] = link_->host_memory({elements}, there.dtype().toScalarType()).zero_();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const at::Tensor on_host =
            host_state_[kind].narrow(0, places_[i], slots[i].value.numel()).view(slots[i].value.sizes());
        on_host.copy_(slots[i].*state);
        slots[i].*state = on_host;
    }
    for (auto& memory : device_buffers_)
        memory[kind] = at::empty({std::min(part_elements_, elements)}, there);
}

void OffloadedState::fetch(std::size_t number) {
    const Partition& partition = partitions_[number];
    for (const int kind : {0, 1})
        if (host_state_[kind].defined())
            pending_copies_[number % 2][kind] =
                link_->fetch(device_buffers_[number % 2][kind].narrow(0, 0, partition.end - partition.begin),
                             host_state_[kind].narrow(0, partition.begin, partition.end - partition.begin));
}

void OffloadedState::put(std::size_t number) {
    const Partition& partition = partitions_[number];
    for (const int kind : {0, 1})
        if (host_state_[kind].defined())
            link_->put(host_state_[kind].narrow(0, partition.begin, partition.end - partition.begin),
                       device_buffers_[number % 2][kind].narrow(0, 0, partition.end - partition.begin));
}

/// The first (0) or second (1) state of a slice on the device.
at::Tensor OffloadedState::state(std::size_t number, const Partition::TensorSlice& slice, int kind) const {
    const at::Tensor& memory = device_buffers_[number % 2][kind];
    if (!memory.defined()) return {};
    return memory.narrow(0, places_[slice.slot] + slice.begin - partitions_[number].begin,
                         slice.end - slice.begin);
}

void OffloadedState::for_parts(const Step& step) {
    fetch(0);
    for (std::size_t partition = 0; partition < partitions_.size(); ++partition) {
        if (partition + 1 < partitions_.size()) fetch(partition + 1);
        for (HostLink::Copy& copy : pending_copies_[partition % 2])
            if (copy) link_->await(std::exchange(copy, 0));
        step(parts_of(
            partitions_[partition], slots_, residency_,
            [&](const Partition::TensorSlice& slice, int kind) { return state(partition, slice, kind); }));
        put(partition);
    }
}

} // namespace tunedesk::train
