// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/step_trial.h"

namespace tunedesk::run {

/// The learning rates that a range test suggests for a run.
struct RangeAdvice {
    /// std::nullopt if the losses show scatter alone, or there are fewer than ten points.
    std::optional<double> suggested;
    /// Bounds of rates that train well; valid if `suggested` is set.
    double usable_from = 0, usable_to = 0;
    /// The largest rate at which the loss was near its least; std::nullopt if no tried rate was beyond that.
    std::optional<double> diverges_above;
};

/// Steps at one constant rate.
struct RateTrial {
    double learning_rate = 0;
    std::vector<double> losses; ///< one per step, in order; fewer than requested if it diverged
};

/// The mean loss of a trial's last third of steps; NaN without steps.
double late_loss(const RateTrial& trial);

/// Smooths the losses with a Gaussian window (3 points wide), which does not lag behind the rate as a running
/// mean does. Losses that are not finite have no weight.
std::vector<double> smoothed_losses(const std::vector<RangePoint>& points);

/// Whether too large a rate could destroy pretrained weights: init: pretrained, train: all.
bool keeps_weights(const Preset& preset);

/// Suggests, if keeps_weights(), a tenth of the rate with the least loss, and at most 5e-4 for Adam: at
/// larger rates a long run would destroy the pretrained weights, though the short test does not. For new
/// weights, suggests the largest rate that still trains (diverges_above). Measured by
/// tests/bench/learning_rates.py.
RangeAdvice advise_rate(const std::vector<RangePoint>& points, const Preset& preset);

/// Advice from trials with the same rows at rates half a decade apart, each of `steps` steps. Usable are the
/// trial with the smallest late loss and adjacent ones that are not worse by more than twice the standard
/// error of the step-by-step difference, and rates nearer to them than to others; suggested is their
/// geometric mean. Nothing is suggested if no rate is worse than another.
/// `of_range`: the range test's advice; a trial that diverged corrects its diverges_above.
RangeAdvice advise_rate(const std::vector<RateTrial>& trials, int steps, const RangeAdvice& of_range);

} // namespace tunedesk::run
