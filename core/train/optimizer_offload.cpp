// The optimizer's state in the host's memory. It lies there in one piece, so that a part of it is one copy.

#include "train/optimizer.h"

#include "model/torch_headers.h"

#include <algorithm>

namespace tunedesk::train {

namespace {

constexpr std::int64_t alignment = 64; ///< elements, of where a parameter's state begins

/// A part of a tensor's elements as they lie in memory.
at::Tensor part_of(const at::Tensor& tensor, std::int64_t begin, std::int64_t end) {
    return tensor.detach().view({-1}).narrow(0, begin, end - begin);
}

} // namespace

/// A wave on the device.
struct Optimizer::Passing {
    std::vector<Piece> pieces;
    HostLink::Copy fetched[2] = {};
};

void Optimizer::offload(std::shared_ptr<HostLink> link, std::int64_t part_elements) {
    if (slots_.empty() || !slots_.front().first.defined()) return; // SGD without momentum has no state
    link_ = std::move(link);
    std::int64_t total = 0;
    for (const Slot& slot : slots_) {
        places_.push_back(total);
        total += (slot.value.numel() + alignment - 1) / alignment * alignment;
    }
    const at::TensorOptions there = slots_.front().first.options().requires_grad(false);
    for (const int kind : {0, 1}) {
        const auto state = kind == 0 ? &Slot::first : &Slot::second;
        if (!(slots_.front().*state).defined()) continue;
        homes_[kind] = link_->host_memory({total}, there.dtype().toScalarType()).zero_();
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            const at::Tensor home =
                homes_[kind].narrow(0, places_[i], slots_[i].value.numel()).view(slots_[i].value.sizes());
            home.copy_(slots_[i].*state);
            slots_[i].*state = home;
        }
        for (auto& memory : passing_)
            memory[kind] = at::empty({std::min(part_elements, total)}, there);
    }
    for (std::int64_t begin = 0; begin < total; begin += part_elements) {
        Wave wave{begin, std::min(total, begin + part_elements), {}};
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            const std::int64_t first = std::max(wave.begin, places_[i]),
                               last = std::min(wave.end, places_[i] + slots_[i].value.numel());
            if (first < last) wave.chunks.push_back({i, first - places_[i], last - places_[i]});
        }
        waves_.push_back(std::move(wave));
    }
}

Optimizer::Passing Optimizer::fetch_wave(std::size_t number, const std::vector<at::Tensor>& gradients) {
    const Wave& wave = waves_[number];
    Passing passing;
    for (const int kind : {0, 1}) {
        if (!homes_[kind].defined()) continue;
        if (HostLink::Copy& leaving = leaving_[number % 2][kind]; leaving)
            link_->await(std::exchange(leaving, 0));
        passing.fetched[kind] = link_->fetch(passing_[number % 2][kind].narrow(0, 0, wave.end - wave.begin),
                                             homes_[kind].narrow(0, wave.begin, wave.end - wave.begin));
    }
    for (const Chunk& chunk : wave.chunks) {
        const Slot& slot = slots_[chunk.slot];
        const auto state = [&](int kind) {
            const at::Tensor& memory = passing_[number % 2][kind];
            return memory.defined() ? memory.narrow(0, places_[chunk.slot] + chunk.begin - wave.begin,
                                                    chunk.end - chunk.begin)
                                    : at::Tensor();
        };
        passing.pieces.push_back({part_of(slot.value, chunk.begin, chunk.end),
                                  part_of(gradients[chunk.slot], chunk.begin, chunk.end), state(0), state(1),
                                  slot.decays});
    }
    return passing;
}

void Optimizer::put_wave(std::size_t number) {
    const Wave& wave = waves_[number];
    for (const int kind : {0, 1})
        if (homes_[kind].defined())
            leaving_[number % 2][kind] =
                link_->put(homes_[kind].narrow(0, wave.begin, wave.end - wave.begin),
                           passing_[number % 2][kind].narrow(0, 0, wave.end - wave.begin));
}

void Optimizer::step_waves(const std::vector<at::Tensor>& gradients, const at::Tensor& divisor,
                           const at::Tensor& left_out) {
    Passing next = fetch_wave(0, gradients);
    for (std::size_t wave = 0; wave < waves_.size(); ++wave) {
        const Passing here = std::move(next);
        if (wave + 1 < waves_.size()) next = fetch_wave(wave + 1, gradients);
        for (const HostLink::Copy copy : here.fetched)
            if (copy) link_->await(copy);
        step_pieces(here.pieces, divisor, left_out);
        put_wave(wave);
    }
}

} // namespace tunedesk::train
