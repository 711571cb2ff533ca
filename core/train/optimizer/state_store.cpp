#include "train/optimizer/state_store.h"

#include "memory/torch_headers.h"
#include "train/memory/block_residency.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tunedesk::train {

namespace {

constexpr std::int64_t state_alignment = 64; ///< elements, of where a slot's state begins

/// A part of a tensor's elements as they lie in memory.
at::Tensor elements_of(const at::Tensor& tensor, const Wave::Chunk& chunk) {
    if (!tensor.defined() || (chunk.begin == 0 && chunk.end == tensor.numel())) return tensor;
    return tensor.detach().view({-1}).narrow(0, chunk.begin, chunk.end - chunk.begin);
}

/// A wave's parts, on the device with their gradients. `state(chunk, kind)` gives their states.
template <class State>
std::vector<StateStore::Part> parts_of(const Wave& wave, const std::vector<Slot>& slots,
                                       BlockResidency* residency, State state) {
    if (wave.block > 0) residency->activate_for_update(wave.block);
    std::vector<StateStore::Part> parts;
    for (const Wave::Chunk& chunk : wave.chunks) {
        const Slot& slot = slots[chunk.slot];
        const at::Tensor gradient =
            slot.offloaded ? residency->gradient(*slot.offloaded) : slot.value.grad().contiguous();
        StateStore::Part part;
        part.slot = chunk.slot;
        part.value = elements_of(slot.value, chunk);
        part.gradient = elements_of(gradient, chunk);
        const auto shaped = [&](const at::Tensor& x) { return x.defined() ? x.view(part.value.sizes()) : x; };
        part.first = shaped(state(chunk, 0));
        part.second = shaped(state(chunk, 1));
        parts.push_back(std::move(part));
    }
    return parts;
}

} // namespace

std::vector<Wave> plan_waves(const std::vector<Slot>& slots, const BlockResidency* residency,
                             std::int64_t part_elements, std::vector<std::int64_t>& places) {
    std::vector<Wave> waves;
    std::int64_t place = 0;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const std::int64_t elements = slots[i].value.numel();
        const std::size_t block = slots[i].offloaded ? residency->trained()[*slots[i].offloaded].block : 0;
        places.push_back(place);
        for (std::int64_t begin = 0; begin < elements;) {
            if (waves.empty() || waves.back().block != block ||
                place + begin - waves.back().begin >= part_elements)
                waves.push_back({place + begin, 0, block, {}});
            Wave& wave = waves.back();
            const std::int64_t room = part_elements - (place + begin - wave.begin),
                               end = begin + std::min(elements - begin, room);
            wave.chunks.push_back({i, begin, end});
            wave.end = place + end;
            begin = end;
        }
        place += (elements + state_alignment - 1) / state_alignment * state_alignment;
    }
    return waves;
}

ResidentState::ResidentState(const std::vector<Slot>& slots, BlockResidency* residency)
    : slots_(slots), residency_(residency) {
    std::vector<std::int64_t> places;
    waves_ = plan_waves(slots, residency, std::numeric_limits<std::int64_t>::max(), places);
}

void ResidentState::for_parts(const Step& step) {
    for (const Wave& wave : waves_)
        step(parts_of(wave, slots_, residency_, [&](const Wave::Chunk& chunk, int kind) {
            return kind == 0 ? slots_[chunk.slot].first : slots_[chunk.slot].second;
        }));
}

OffloadedState::OffloadedState(std::vector<Slot>& slots, BlockResidency* residency,
                               std::shared_ptr<HostLink> link, std::int64_t part_elements)
    : slots_(slots), residency_(residency), link_(std::move(link)),
      waves_(plan_waves(slots, residency, part_elements, places_)), part_elements_(part_elements) {
    for (const int kind : {0, 1})
        take_home(slots, kind);
}

void OffloadedState::take_home(std::vector<Slot>& slots, int kind) {
    const auto state = kind == 0 ? &Slot::first : &Slot::second;
    if (!(slots.front().*state).defined()) return;
    const at::TensorOptions there = (slots.front().*state).options().requires_grad(false);
    const std::int64_t elements = waves_.back().end;
    homes_[kind] = link_->host_memory({elements}, there.dtype().toScalarType()).zero_();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const at::Tensor home =
            homes_[kind].narrow(0, places_[i], slots[i].value.numel()).view(slots[i].value.sizes());
        home.copy_(slots[i].*state);
        slots[i].*state = home;
    }
    for (auto& memory : passing_)
        memory[kind] = at::empty({std::min(part_elements_, elements)}, there);
}

void OffloadedState::fetch(std::size_t number) {
    const Wave& wave = waves_[number];
    for (const int kind : {0, 1})
        if (homes_[kind].defined())
            coming_[number % 2][kind] =
                link_->fetch(passing_[number % 2][kind].narrow(0, 0, wave.end - wave.begin),
                             homes_[kind].narrow(0, wave.begin, wave.end - wave.begin));
}

void OffloadedState::put(std::size_t number) {
    const Wave& wave = waves_[number];
    for (const int kind : {0, 1})
        if (homes_[kind].defined())
            link_->put(homes_[kind].narrow(0, wave.begin, wave.end - wave.begin),
                       passing_[number % 2][kind].narrow(0, 0, wave.end - wave.begin));
}

/// A chunk's first (0) or second (1) state on the device.
at::Tensor OffloadedState::state(std::size_t number, const Wave::Chunk& chunk, int kind) const {
    const at::Tensor& memory = passing_[number % 2][kind];
    if (!memory.defined()) return {};
    return memory.narrow(0, places_[chunk.slot] + chunk.begin - waves_[number].begin,
                         chunk.end - chunk.begin);
}

void OffloadedState::for_parts(const Step& step) {
    fetch(0);
    for (std::size_t wave = 0; wave < waves_.size(); ++wave) {
        if (wave + 1 < waves_.size()) fetch(wave + 1);
        for (HostLink::Copy& copy : coming_[wave % 2])
            if (copy) link_->await(std::exchange(copy, 0));
        step(parts_of(waves_[wave], slots_, residency_,
                      [&](const Wave::Chunk& chunk, int kind) { return state(wave, chunk, kind); }));
        put(wave);
    }
}

} // namespace tunedesk::train
