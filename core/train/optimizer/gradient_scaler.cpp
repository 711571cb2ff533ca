// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizer/gradient_scaler.h"

#include "base/text.h"
#include "memory/torch_headers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::train {

GradientScaler::GradientScaler(const Preset::Precision& precision)
    : precision_(precision), scales_(precision.compute == Preset::Compute::fp16) {
    if (!scales_) return;
    state_.scale = precision.loss_scale > 0 ? precision.loss_scale : std::exp2(precision.initial_scale_power);
    state_.hysteresis = precision.hysteresis;
}

at::Tensor GradientScaler::scaled(const at::Tensor& loss) const {
    return scales_ && loss.defined() ? loss * state_.scale : loss;
}

void GradientScaler::grow() {
    if (!scales_ || precision_.loss_scale > 0 || ++state_.good_steps < precision_.loss_scale_window) return;
    state_.good_steps = 0;
    state_.hysteresis = precision_.hysteresis;
    const auto grown = static_cast<float>(state_.scale * precision_.loss_scale_growth); // fp32, as torch's
    if (std::isfinite(grown)) state_.scale = grown;
}

std::optional<std::string> GradientScaler::back_off() {
    if (!scales_ || precision_.loss_scale > 0) return std::nullopt;
    state_.good_steps = 0;
    const double before = state_.scale;
    if (state_.hysteresis > 1)
        --state_.hysteresis;
    else
        state_.scale = std::max<double>(static_cast<float>(before * precision_.loss_scale_backoff),
                                        precision_.min_loss_scale);
    if (before <= precision_.min_loss_scale) return std::nullopt;
    ++state_.skipped;
    const std::string then = state_.scale < before ? fmt::format("the loss scale changes from {} to {}",
                                                                 shortest(before), shortest(state_.scale))
                                                   : fmt::format("the loss scale stays {}", shortest(before));
    return fmt::format("gradients beyond fp16's range; the update is left out, {}", then);
}

} // namespace tunedesk::train
