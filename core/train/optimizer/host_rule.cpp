// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizer/host_rule.h"

#include "kernel/kernels.h"
#include "memory/torch_headers.h"
#include "model/host/functions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tunedesk::train {

namespace {

constexpr std::int64_t chunk_elements = 1 << 16;
static_assert(chunk_elements % kernel::state_block == 0);

void* address(const at::Tensor& tensor) {
    return tensor.defined() ? tensor.mutable_data_ptr() : nullptr;
}

/// LibTorch cannot sum sparse tensors of fp16.
bool can_take_sparse(const Preset::Training& training, const std::vector<Slot>& slots) {
    return training.optim != Preset::Optim::adamw_8bit && std::ranges::none_of(slots, [](const Slot& slot) {
               return slot.value.scalar_type() == at::kHalf;
           });
}

/// The part of a slot's step that does not depend on its gradient. `updates`: number of earlier updates.
kernel::OptimizerStep step_of(const Slot& slot, const Preset::Training& training, double learning_rate,
                              double gradient_scale, std::int64_t updates) {
    kernel::OptimizerStep step;
    step.number = model::number_of(slot.value.scalar_type());
    step.parameter = address(slot.value);
    step.first = address(slot.first);
    step.second = address(slot.second);
    step.first_scales = static_cast<float*>(address(slot.first_scales));
    step.second_scales = static_cast<float*>(address(slot.second_scales));
    step.learning_rate = learning_rate * slot.rate_factor;
    step.beta1 = training.adam_beta1;
    step.beta2 = training.adam_beta2;
    step.epsilon = training.adam_epsilon;
    step.weight_decay = slot.decays ? training.weight_decay : 0;
    step.gradient_scale = gradient_scale;
    step.bias_correction1 = 1 - std::pow(training.adam_beta1, static_cast<double>(updates + 1));
    step.bias_correction2 = 1 - std::pow(training.adam_beta2, static_cast<double>(updates + 1));
    step.decoupled = training.optim != Preset::Optim::adam;
    step.momentum = training.momentum;
    step.nesterov = training.nesterov;
    step.first_step = updates == 0;
    return step;
}

} // namespace

HostRule::HostRule(const Preset::Training& training, const std::vector<Slot>& slots)
    : training_(training), slots_(slots), takes_sparse_(can_take_sparse(training, slots)),
      used_rows_(slots.size()) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
        first_chunks_.push_back(chunks_.size());
        const std::int64_t elements = slots[i].value.numel();
        for (std::int64_t begin = 0; begin < elements; begin += chunk_elements)
            chunks_.push_back({i, begin, std::min(begin + chunk_elements, elements)});
    }
    first_chunks_.push_back(chunks_.size());
}

void HostRule::set_updates(std::int64_t updates) {
    updates_ = updates;
    find_used_rows();
}

/// Finds the rows with non-zero state; for parameters without weight decay.
void HostRule::find_used_rows() {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const Slot& slot = slots_[i];
        if (!takes_sparse_ || slot.value.dim() != 2 || (slot.decays && training_.weight_decay > 0)) continue;
        std::vector<std::uint8_t>& used = used_rows_[i];
        used.assign(static_cast<std::size_t>(slot.value.size(0)), 0);
        if (updates_ == 0) continue;
        for (const at::Tensor& state : {slot.first, slot.second}) {
            if (!state.defined()) continue;
            const at::Tensor any = state.ne(0).any(1);
            for (std::size_t row = 0; row < used.size(); ++row)
                used[row] |= any.const_data_ptr<bool>()[row];
        }
    }
}

void HostRule::begin_step(double learning_rate) {
    learning_rate_ = learning_rate;
    gradients_.clear(); // gradients of a step whose update was skipped after norm()
}

at::Tensor HostRule::norm() {
    gradients_ = gradients(0, slots_.size());
    return at::full({}, norm_of(0, gradients_), at::kDouble);
}

at::Tensor HostRule::clip(const at::Tensor& norm, double loss_scale) const {
    const double limit = training_.max_grad_norm;
    const double clip = limit > 0 ? std::min(1.0, limit / (norm.item<double>() + 1e-6)) : 1.0;
    return at::full({}, clip / loss_scale, at::kDouble);
}

void HostRule::step(const at::Tensor& multiplier, const at::Tensor& finite) {
    const std::vector<RowGradient> all = std::exchange(gradients_, {});
    if (!finite.item<bool>()) return;
    step_slots(0, all, multiplier.item<double>());
    ++updates_;
}

void HostRule::update_one(std::size_t slot) {
    const std::vector<RowGradient> one = gradients(slot, slot + 1);
    const double length = norm_of(slot, one);
    if (std::isfinite(length)) step_slots(slot, one, 1.0);
    squares_ += length * length;
}

at::Tensor HostRule::finish_backward() {
    const double length = std::sqrt(squares_);
    if (std::isfinite(length)) ++updates_;
    return at::full({}, length, at::kDouble);
}

/// Gradients of the slots [first, last).
std::vector<RowGradient> HostRule::gradients(std::size_t first, std::size_t last) const {
    std::vector<RowGradient> all;
    for (std::size_t i = first; i < last; ++i)
        all.emplace_back(slots_[i].value.grad());
    return all;
}

/// The norm of gradients of the slots from `first` on.
double HostRule::norm_of(std::size_t first, const std::vector<RowGradient>& gradients) const {
    const std::size_t begin_chunk = first_chunks_[first], end_chunk = first_chunks_[first + gradients.size()];
    std::vector<double> squares(end_chunk - begin_chunk);
    model::for_range(static_cast<std::int64_t>(squares.size()), [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const Chunk& chunk = chunks_[begin_chunk + i];
            const at::Tensor& values = gradients[chunk.slot - first].values();
            if (slots_[chunk.slot].is_counted && chunk.begin < values.numel())
                squares[i] = kernel::kernels().sum_of_squares(model::number_of(values.scalar_type()),
                                                              values.const_data_ptr(), chunk.begin,
                                                              std::min(chunk.end, values.numel()));
        }
    });
    double total = 0;
    for (const double part : squares)
        total += part;
    return std::sqrt(total);
}

void HostRule::step_slots(std::size_t first, const std::vector<RowGradient>& gradients, double multiplier) {
    std::vector<kernel::OptimizerStep> steps;
    for (std::size_t i = first; i < first + gradients.size(); ++i) {
        gradients[i - first].note_rows(used_rows_[i]);
        steps.push_back(step_of(slots_[i], training_, learning_rate_, multiplier, updates_));
    }
    const kernel::Kernels& kernels = kernel::kernels();
    const auto adam = training_.optim == Preset::Optim::sgd ? kernels.sgd : kernels.adam;
    const auto begin_chunk = static_cast<std::int64_t>(first_chunks_[first]);
    const auto end_chunk = static_cast<std::int64_t>(first_chunks_[first + gradients.size()]);
    model::for_range(end_chunk - begin_chunk, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const Chunk& chunk = chunks_[static_cast<std::size_t>(begin_chunk + i)];
            kernel::OptimizerStep one = steps[chunk.slot - first];
            gradients[chunk.slot - first].for_parts(
                chunk.begin, chunk.end, used_rows_[chunk.slot],
                [&](std::int64_t from, std::int64_t to, const void* gradient) {
                    one.gradient = gradient;
                    (one.first_scales ? kernels.adam_8bit : adam)(one, from, to);
                });
        }
    });
}

} // namespace tunedesk::train
