// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizer/device_rule.h"

#include "kernel/codebook.h"
#include "kernel/kernels.h"
#include "memory/torch_headers.h"
#include "train/memory/block_residency.h"
#include "train/memory/gradient_norms.h"
#include "train/optimizer/eight_bit_state.h"

#include <algorithm>
#include <utility>

namespace tunedesk::train {

/// Arguments of LibTorch's functions for the parameters of one group.
struct DeviceRule::Lists {
    std::vector<at::Tensor> parameters, gradients, first, second, updates;
};

namespace {

/// 8-bit state is updated in parts, to bound the temporary fp32 memory: about 45 bytes per element.
constexpr std::int64_t numbers_at_once = 8192 * kernel::state_block;

/// Whether LibTorch's functions can update a parameter directly: their state must have its type, and SGD's
/// loses too much precision in 16 bits. Other parameters are updated in fp32.
bool is_taken_as_it_is(const at::Tensor& parameter, const at::Tensor& state, Preset::Optim optim) {
    return parameter.scalar_type() == at::kFloat ||
           (optim != Preset::Optim::sgd && parameter.scalar_type() == state.scalar_type());
}

} // namespace

DeviceRule::DeviceRule(const Preset::Training& training, const std::vector<Slot>& slots,
                       BlockResidency* residency, std::unique_ptr<StateStore> states)
    : training_(training), slots_(slots), residency_(residency), states_(std::move(states)) {
    if (slots.empty()) return;
    const at::TensorOptions there = slots.front().value.options().dtype(at::kFloat).requires_grad(false);
    updates_ = at::empty({}, there);
    for (const Slot& slot : slots)
        if (!rates_.contains(slot.rate_factor)) rates_[slot.rate_factor] = at::zeros({}, there);
    squares_ = at::zeros({}, there.dtype(at::kDouble));
    set_updates(0);
}

DeviceRule::~DeviceRule() = default;

void DeviceRule::set_updates(std::int64_t updates) {
    counted_ = false;
    if (updates_.defined()) updates_.fill_(static_cast<double>(updates));
}

void DeviceRule::begin_step(double learning_rate) {
    for (const auto& [factor, rate] : rates_)
        rate.fill_(learning_rate * factor);
    if (residency_) residency_->drop_gradients();
}

at::Tensor DeviceRule::norm() {
    const at::NoGradGuard no_gradients;
    if (residency_) residency_->evict_all();
    std::vector<at::Tensor> here;
    for (const Slot& slot : slots_)
        if (!slot.offloaded && slot.is_counted) here.push_back(slot.value.grad().contiguous());
    std::vector<at::Tensor> norms;
    if (!here.empty()) norms = gradient_norms(here);
    if (residency_) // in the slots' order, in which they are summed
        for (std::size_t i = 0; i < slots_.size(); ++i)
            if (slots_[i].offloaded)
                norms.insert(norms.begin() + static_cast<std::ptrdiff_t>(i),
                             residency_->gradient_norm(*slots_[i].offloaded));
    return norms.empty() ? at::zeros_like(squares_) : at::stack(norms).norm();
}

at::Tensor DeviceRule::clip(const at::Tensor& norm, double loss_scale) const {
    const at::NoGradGuard no_gradients;
    const at::Tensor length = norm.to(at::kFloat); // ranks sum the squares in fp64; LibTorch needs fp32
    if (training_.max_grad_norm > 0)
        return ((length + 1e-6) / training_.max_grad_norm).clamp_min(1) * loss_scale;
    return loss_scale != 1 ? at::full({}, loss_scale, length.options()) : at::Tensor();
}

void DeviceRule::step(const at::Tensor& divisor, const at::Tensor& finite) {
    const at::NoGradGuard no_gradients;
    const at::Tensor left_out = finite.logical_not().to(at::kFloat);
    updates_.add_(1);
    states_->for_parts(
        [&](const std::vector<StateStore::Part>& parts) { step_parts(parts, divisor, left_out); });
    updates_.sub_(left_out);
    if (residency_) residency_->evict_all();
}

void DeviceRule::begin_backward() {
    squares_.zero_();
    if (!std::exchange(counted_, true)) updates_.add_(1);
}

/// Does not report to the host whether the gradient was finite.
void DeviceRule::update_one(std::size_t index) {
    const at::NoGradGuard no_gradients;
    const Slot& slot = slots_[index];
    if (slot.offloaded) residency_->mark_changed(residency_->trained()[*slot.offloaded].block);
    const at::Tensor gradient = slot.value.grad().contiguous();
    const at::Tensor length = gradient_norms({gradient})[0];
    const at::Tensor left_out = length.isfinite().logical_not().to(at::kFloat);
    squares_.add_(length.to(at::kDouble).square());
    step_parts({{index, slot.value, gradient, slot.first, slot.second}}, {}, left_out);
}

at::Tensor DeviceRule::finish_backward() {
    const at::NoGradGuard no_gradients;
    const at::Tensor length = squares_.sqrt();
    updates_.sub_(length.isfinite().logical_not().to(at::kFloat));
    counted_ = false;
    if (residency_) residency_->evict_all();
    return length;
}

/// Elements are updated independently, so that tensors of one kind are updated by one call.
void DeviceRule::step_parts(const std::vector<StateStore::Part>& parts, const at::Tensor& divisor,
                            const at::Tensor& left_out) {
    std::map<Group, Lists> groups;
    for (const StateStore::Part& part : parts) {
        const Slot& slot = slots_[part.slot];
        if (slot.first_scales.defined()) {
            step_8bit(slot, part.gradient, divisor, left_out);
            continue;
        }
        if (!is_taken_as_it_is(part.value, part.first, training_.optim)) {
            step_apart(part, divisor, left_out);
            continue;
        }
        Lists& lists = groups[group_of(slot)];
        lists.parameters.push_back(part.value);
        lists.gradients.push_back(part.gradient.to(part.value.scalar_type()));
        if (part.first.defined()) lists.first.push_back(part.first);
        if (part.second.defined()) lists.second.push_back(part.second);
        lists.updates.push_back(updates_);
    }
    for (const auto& [group, lists] : groups)
        step_lists(lists, group, divisor, left_out);
}

void DeviceRule::step_apart(const StateStore::Part& part, const at::Tensor& divisor,
                            const at::Tensor& left_out) {
    Lists one;
    one.parameters.push_back(part.value.to(at::kFloat));
    one.gradients.push_back(part.gradient.to(at::kFloat));
    if (part.first.defined()) one.first.push_back(part.first.to(at::kFloat));
    if (part.second.defined()) one.second.push_back(part.second.to(at::kFloat));
    one.updates.push_back(updates_);
    step_lists(one, group_of(slots_[part.slot]), divisor, left_out);
    part.value.copy_(one.parameters.back());
    if (part.first.defined()) part.first.copy_(one.first.back()); // a no-op if it was fp32
    if (part.second.defined()) part.second.copy_(one.second.back());
}

void DeviceRule::step_8bit(const Slot& slot, const at::Tensor& gradient, const at::Tensor& divisor,
                           const at::Tensor& left_out) {
    const kernel::Codebook &of_first = kernel::codebook(true), &of_second = kernel::codebook(false);
    for (std::int64_t begin = 0; begin < slot.value.numel(); begin += numbers_at_once) {
        const std::int64_t count = std::min(numbers_at_once, slot.value.numel() - begin);
        const auto part = [&](const at::Tensor& whole) { return whole.view(-1).narrow(0, begin, count); };
        const auto scales = [&](const at::Tensor& whole) {
            return whole.narrow(0, begin / kernel::state_block,
                                (count + kernel::state_block - 1) / kernel::state_block);
        };
        const at::Tensor value = part(slot.value), first = part(slot.first), second = part(slot.second),
                         first_scales = scales(slot.first_scales), second_scales = scales(slot.second_scales);
        Lists one;
        one.parameters.push_back(value.to(at::kFloat));
        one.gradients.push_back(gradient.reshape(-1).narrow(0, begin, count).to(at::kFloat));
        one.first.push_back(decode_state(first, first_scales, of_first));
        one.second.push_back(decode_state(second, second_scales, of_second));
        one.updates.push_back(updates_);
        step_lists(one, group_of(slot), divisor, left_out);
        value.copy_(one.parameters.back());
        encode_state(one.first.back(), first, first_scales, of_first, left_out);
        encode_state(one.second.back(), second, second_scales, of_second, left_out);
    }
}

void DeviceRule::step_lists(const Lists& l, const Group& group, const at::Tensor& divisor,
                            const at::Tensor& left_out) {
    const auto optional = [](const at::Tensor& t) { return t.defined() ? std::optional(t) : std::nullopt; };
    const at::Tensor& rate = rates_.at(group.rate_factor);
    const double decay = group.decays ? training_.weight_decay : 0, beta1 = training_.adam_beta1,
                 beta2 = training_.adam_beta2, epsilon = training_.adam_epsilon;
    switch (training_.optim) {
    case Preset::Optim::sgd: // momentum that starts at zero needs no special first step
        at::_fused_sgd_(l.parameters, l.gradients, l.first, decay, training_.momentum, rate,
                        /*dampening=*/0, training_.nesterov, /*maximize=*/false, /*is_first_step=*/false,
                        optional(divisor), left_out);
        break;
    case Preset::Optim::adam:
        at::_fused_adam_(l.parameters, l.gradients, l.first, l.second, {}, l.updates, rate, beta1, beta2,
                         decay, epsilon, /*amsgrad=*/false, /*maximize=*/false, optional(divisor), left_out);
        break;
    case Preset::Optim::adamw:
    case Preset::Optim::adamw_8bit: // for small tensors, whose state is that of adamw
        at::_fused_adamw_(l.parameters, l.gradients, l.first, l.second, {}, l.updates, rate, beta1, beta2,
                          decay, epsilon, /*amsgrad=*/false, /*maximize=*/false, optional(divisor), left_out);
        break;
    }
}

} // namespace tunedesk::train
