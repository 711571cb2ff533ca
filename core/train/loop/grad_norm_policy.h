// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "train/loop/train_state.h"
#include "train/optimizer/gradient_scaler.h"
#include "train/session/announcer.h"
#include "train/step/execution.h"

namespace tunedesk::train {

/// What follows from a step's gradient norm, which is the same on all ranks: the update counts, or it was
/// left out, and training.on_nonfinite decides how the run continues. The loss scale follows the norm.
class GradNormPolicy {
public:
    /// `warns`: on one rank alone. What it is given must outlive it.
    GradNormPolicy(const Preset::Training& training, GradientScaler& scaler, Execution& execution, bool warns,
                   Announcer& announcer);

    enum class Decision { proceed, rewind };
    /// Where the run must end, throws Error 8501 (at once) or 8505 (training.nonfinite_limit in a row).
    Decision on_grad_norm(std::int64_t step, double gradient_norm, TrainState& state);
    /// The loss scale is the state's.
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
