// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "train/loop/train_state.h"
#include "train/optimizer/gradient_scaler.h"
#include "train/session/announcer.h"
#include "train/step/execution.h"

namespace tunedesk::train {

/// Reacts to a step's gradient norm, which is the same on all ranks. If it is not finite, the update was left
/// out, and training.on_nonfinite decides how the run continues. Also adjusts the loss scale.
class GradNormPolicy {
public:
    /// `warns`: true on one rank only. All references must outlive this.
    GradNormPolicy(const Preset::Training& training, GradientScaler& scaler, Execution& execution, bool warns,
                   Announcer& announcer);

    enum class Decision { proceed, rewind };
    /// Throws, if the run must end, Error 8501 (at once) or 8505 (after training.nonfinite_limit steps in a
    /// row).
    Decision on_grad_norm(std::int64_t step, double gradient_norm, TrainState& state);
    /// Sets the loss scale from the state.
    void restore(const TrainState& state);

private:
    Decision on_nonfinite(std::int64_t step, double gradient_norm, TrainState& state) const;
    void on_scale_changed(double before);

    const Preset::Training& training_;
    GradientScaler& scaler_;
    Execution& execution_;
    const bool warns_;
    Announcer& announcer_;
};

} // namespace tunedesk::train
