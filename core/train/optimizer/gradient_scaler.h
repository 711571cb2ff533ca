// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/training_state.h"
#include "preset/preset.h"

#include <ATen/core/Tensor.h>
#include <optional>
#include <string>

namespace tunedesk::train {

/// The factor that keeps gradients inside fp16's range (Micikevicius et al., 2018): the loss is multiplied by
/// it before the backward pass, and the optimizer divides the gradients again. It grows after
/// `loss_scale_window` steps without an overflow. From overflow number `hysteresis` on each one reduces it,
/// down to `min_loss_scale`; growth restarts the count of overflows. With a hysteresis of 1 this is
/// torch.amp.GradScaler, else DeepSpeed's dynamic scaler. It stays equal on all ranks because all see the
/// same reduced gradients. Thread rule: one thread.
class GradientScaler {
public:
    using State = format::ScalerState; ///< what a checkpoint keeps

    /// Scales nothing unless precision.compute is fp16.
    explicit GradientScaler(const Preset::Precision& precision);

    bool scales() const { return scales_; }
    double scale() const { return state_.scale; }
    at::Tensor scaled(const at::Tensor& loss) const;

    /// The gradients of a step were finite.
    void grow();
    /// The gradients were not finite. Returns a message, or std::nullopt if the scale is not the cause
    /// because it is fixed or at its minimum.
    std::optional<std::string> back_off();

    const State& state() const { return state_; }
    void restore(const State& state) { state_ = state; }

private:
    Preset::Precision precision_;
    bool scales_;
    State state_;
};

} // namespace tunedesk::train
