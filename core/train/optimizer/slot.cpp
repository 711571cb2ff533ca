#include "train/optimizer/slot.h"

#include "kernel/codebook.h"
#include "kernel/kernels.h"
#include "memory/torch_headers.h"

namespace tunedesk::train {

namespace {

/// Below it, biases and norms, a state in 8 bits saves nothing.
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

Slot make_slot(const Preset::Training& training, const std::string& name, const at::Tensor& values,
               bool decays, std::int64_t elements) {
    Slot slot;
    slot.name = name;
    slot.value = values;
    slot.decays = decays;
    make_state(values.detach(), elements, training, slot);
    return slot;
}

std::vector<Slot> make_slots(const Preset::Training& training, model::Parameters& parameters) {
    std::vector<Slot> slots;
    for (const model::Parameter& parameter : parameters.all()) {
        if (!parameter.value.requires_grad()) continue;
        slots.push_back(
            make_slot(training, parameter.name, parameter.value, parameter.decays, parameter.value.numel()));
        slots.back().is_counted = parameter.is_counted;
    }
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
        if (kind.empty()) continue;
        states.push_back({slot.name + first + "_scales", slot.first_scales, i, kernel::state_block});
        states.push_back({slot.name + second + "_scales", slot.second_scales, i, kernel::state_block});
    }
    return states;
}

} // namespace tunedesk::train
