// What lies in the host's memory and passes through the device while the update is made: the optimizer's
// state, in one piece, so that a part of it is one copy, and parameters, a layer at a time.

#include "train/optimizer/optimizer.h"

#include "model/torch_headers.h"
#include "train/memory/offloaded_parameters.h"

#include <algorithm>
#include <limits>

namespace tunedesk::train {

namespace {

constexpr std::int64_t state_alignment = 64; ///< elements, of where a parameter's state begins

/// A part of a tensor's elements as they lie in memory.
at::Tensor part_of(const at::Tensor& tensor, std::int64_t begin, std::int64_t end) {
    if (!tensor.defined() || (begin == 0 && end == tensor.numel())) return tensor;
    return tensor.detach().view({-1}).narrow(0, begin, end - begin);
}

} // namespace

/// Waves of `part_elements` at most; one wave where nothing is offloaded.
void Optimizer::plan_waves(std::int64_t part_elements) {
    waves_.clear();
    places_.clear();
    std::int64_t place = 0;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const Slot& slot = slots_[i];
        const std::size_t block = slot.offloaded ? offloaded_->block_of(*slot.offloaded) : 0;
        places_.push_back(place);
        for (std::int64_t begin = 0; begin < slot.value.numel();) {
            if (waves_.empty() || waves_.back().block != block ||
                place + begin - waves_.back().begin >= part_elements)
                waves_.push_back({place + begin, 0, block, {}});
            Wave& wave = waves_.back();
            const std::int64_t room = part_elements - (place + begin - wave.begin),
                               end = begin + std::min(slot.value.numel() - begin, room);
            wave.chunks.push_back({i, begin, end});
            wave.end = place + end;
            begin = end;
        }
        place += (slot.value.numel() + state_alignment - 1) / state_alignment * state_alignment;
    }
}

void Optimizer::step_at(OffloadedParameters& parameters) {
    offloaded_ = &parameters;
    const std::vector<at::Tensor> all = parameters.trained();
    for (Slot& slot : slots_)
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].is_same(slot.value)) slot.offloaded = i;
    plan_waves(std::numeric_limits<std::int64_t>::max());
}

void Optimizer::offload(std::shared_ptr<HostLink> link, std::int64_t part_elements) {
    if (slots_.empty() || !slots_.front().first.defined()) return; // SGD without momentum has no state
    link_ = std::move(link);
    plan_waves(part_elements);
    const at::TensorOptions there = slots_.front().first.options().requires_grad(false);
    for (const int kind : {0, 1}) {
        const auto state = kind == 0 ? &Slot::first : &Slot::second;
        if (!(slots_.front().*state).defined()) continue;
        homes_[kind] = link_->host_memory({waves_.back().end}, there.dtype().toScalarType()).zero_();
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            const at::Tensor home =
                homes_[kind].narrow(0, places_[i], slots_[i].value.numel()).view(slots_[i].value.sizes());
            home.copy_(slots_[i].*state);
            slots_[i].*state = home;
        }
        for (auto& memory : passing_)
            memory[kind] = at::empty({std::min(part_elements, waves_.back().end)}, there);
    }
}

void Optimizer::fetch_wave(std::size_t number) {
    const Wave& wave = waves_[number];
    for (const int kind : {0, 1})
        if (homes_[kind].defined())
            coming_[number % 2][kind] =
                link_->fetch(passing_[number % 2][kind].narrow(0, 0, wave.end - wave.begin),
                             homes_[kind].narrow(0, wave.begin, wave.end - wave.begin));
}

void Optimizer::put_wave(std::size_t number) {
    const Wave& wave = waves_[number];
    for (const int kind : {0, 1})
        if (homes_[kind].defined())
            link_->put(homes_[kind].narrow(0, wave.begin, wave.end - wave.begin),
                       passing_[number % 2][kind].narrow(0, 0, wave.end - wave.begin));
}

/// A parameter's state on the device: its first (0) or second (1).
at::Tensor Optimizer::part_of_state(std::size_t number, const Chunk& chunk, int kind) const {
    const Slot& slot = slots_[chunk.slot];
    const at::Tensor& memory = passing_[number % 2][kind];
    if (!memory.defined()) return part_of(kind == 0 ? slot.first : slot.second, chunk.begin, chunk.end);
    return memory.narrow(0, places_[chunk.slot] + chunk.begin - waves_[number].begin,
                         chunk.end - chunk.begin);
}

at::Tensor Optimizer::gradient_of(const Slot& slot) const {
    return slot.offloaded ? offloaded_->gradient(*slot.offloaded) : slot.value.grad().contiguous();
}

void Optimizer::step_wave(std::size_t number, const at::Tensor& divisor, const at::Tensor& left_out) {
    const Wave& wave = waves_[number];
    if (wave.block > 0) offloaded_->before_update(wave.block);
    std::vector<Piece> pieces;
    for (const Chunk& chunk : wave.chunks) {
        const Slot& slot = slots_[chunk.slot];
        const at::Tensor gradient = gradient_of(slot);
        if (slot.first_scales.defined()) {
            step_8bit_aten(slot, gradient, divisor, left_out);
            continue;
        }
        at::Tensor first = part_of_state(number, chunk, 0), second = part_of_state(number, chunk, 1);
        const at::Tensor value = part_of(slot.value, chunk.begin, chunk.end);
        const auto shaped = [&](const at::Tensor& state) {
            return state.defined() ? state.view(value.sizes()) : state;
        };
        pieces.push_back(
            {value, part_of(gradient, chunk.begin, chunk.end), shaped(first), shaped(second), slot.decays});
    }
    step_pieces(pieces, divisor, left_out);
}

void Optimizer::step_waves(const at::Tensor& divisor, const at::Tensor& left_out) {
    if (link_) fetch_wave(0);
    for (std::size_t wave = 0; wave < waves_.size(); ++wave) {
        if (link_ && wave + 1 < waves_.size()) fetch_wave(wave + 1);
        for (HostLink::Copy& copy : coming_[wave % 2])
            if (copy) link_->await(std::exchange(copy, 0));
        step_wave(wave, divisor, left_out);
        if (link_) put_wave(wave);
    }
}

} // namespace tunedesk::train
