// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizer/weight_mean.h"

#include "memory/torch_headers.h"

#include <utility>

namespace tunedesk::train {

WeightMean::WeightMean(double decay, std::vector<Slot>& slots) : decay_(decay), slots_(slots) {
    if (slots.empty()) return;
    updates_ = at::zeros({}, slots.front().mean.options().dtype(at::kDouble));
}

void WeightMean::set_updates(std::int64_t updates) {
    if (updates_.defined()) updates_.fill_(static_cast<double>(updates));
}

void WeightMean::update(const at::Tensor& finite) {
    if (slots_.empty()) return;
    const at::NoGradGuard no_gradients;
    const at::Tensor made = finite.to(updates_.options());
    updates_.add_(made);
    const at::Tensor decay = ((updates_ + 1) / (updates_ + 10)).clamp_max(decay_);
    const at::Tensor part = ((1 - decay) * made).to(at::kFloat);
    for (const Slot& slot : slots_)
        slot.mean.lerp_(slot.value.detach().to(at::kFloat), part);
}

void WeightMean::exchange() {
    const at::NoGradGuard no_gradients;
    const std::vector<at::Tensor> before = std::exchange(weights_, {});
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const at::Tensor value = slots_[i].value.detach();
        const at::Tensor& mean = slots_[i].mean;
        // the mean keeps the precision that 16 bits would lose
        const bool fits = value.scalar_type() == at::kFloat;
        if (!fits && !before.empty()) {
            value.copy_(before[i]);
            continue;
        }
        const at::Tensor kept = value.clone();
        value.copy_(mean);
        if (fits)
            mean.copy_(kept);
        else
            weights_.push_back(kept);
    }
}

} // namespace tunedesk::train
