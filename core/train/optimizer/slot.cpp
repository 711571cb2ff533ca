// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizer/slot.h"

#include "kernel/codebook.h"
#include "kernel/kernels.h"
#include "memory/torch_headers.h"

namespace tunedesk::train {

namespace {

/// Smaller tensors, such as biases and norms, save nothing with 8-bit state.
constexpr std::int64_t least_elements_in_8bit = 4096;

/// 8-bit state that encodes zeros.
at::Tensor encoded_zeros(const at::Tensor& parameter, bool with_sign) {
    return at::full_like(parameter, kernel::codebook(with_sign).nearest(0), at::kByte);
}

at::Tensor empty_state(const at::Tensor& parameter) {
    return at::zeros_like(parameter,
                          parameter.scalar_type() == at::kHalf ? at::kFloat : parameter.scalar_type());
}

void make_state(const at::Tensor& parameter, std::int64_t elements, const Preset::Training& training,
                Slot& slot) {
    const bool adam = training.optim != Preset::Optim::sgd;
    const bool in_8bit = training.optim == Preset::Optim::adamw_8bit && elements >= least_elements_in_8bit;
    if (in_8bit) {
        const std::int64_t blocks = (parameter.numel() + kernel::state_block - 1) / kernel::state_block;
        slot.first = encoded_zeros(parameter, true);
        slot.second = encoded_zeros(parameter, false);
        slot.first_scales = at::zeros({blocks}, parameter.options().dtype(at::kFloat));
        slot.second_scales = at::zeros_like(slot.first_scales);
        return;
    }
    if (adam || training.momentum > 0) slot.first = empty_state(parameter);
    if (adam) slot.second = empty_state(parameter);
}

} // namespace

Slot make_slot(const Preset::Training& training, const model::Parameter& parameter,
               const at::Tensor& values) {
    Slot slot;
    slot.name = parameter.name;
    slot.value = values;
    slot.decays = parameter.decays;
    slot.rate_factor = parameter.rate_factor;
    slot.is_counted = parameter.is_counted;
    make_state(values.detach(), parameter.value.numel(), training, slot);
    if (training.ema_decay > 0)
        slot.mean = values.detach().to(at::kFloat, /*non_blocking=*/false, /*copy=*/true);
    return slot;
}

std::vector<Slot> make_slots(const Preset::Training& training, model::Parameters& parameters) {
    std::vector<Slot> slots;
    for (const model::Parameter& parameter : parameters.all())
        if (parameter.value.requires_grad()) slots.push_back(make_slot(training, parameter, parameter.value));
    return slots;
}

std::vector<NamedState> named_states(const std::vector<Slot>& slots, Preset::Optim optim) {
    const std::string first = optim != Preset::Optim::sgd ? ".exp_avg" : ".momentum_buffer",
                      second = ".exp_avg_sq";
    std::vector<NamedState> states;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const Slot& slot = slots[i];
        const std::string kind = slot.first_scales.defined() ? "_8bit" : "";
        if (slot.first.defined()) states.push_back({slot.name + first + kind, slot.first, i});
        if (slot.second.defined()) states.push_back({slot.name + second + kind, slot.second, i});
        if (!kind.empty()) {
            states.push_back({slot.name + first + "_scales", slot.first_scales, i, kernel::state_block});
            states.push_back({slot.name + second + "_scales", slot.second_scales, i, kernel::state_block});
        }
        if (slot.mean.defined()) states.push_back({slot.name + ".ema", slot.mean, i});
    }
    return states;
}

} // namespace tunedesk::train
