// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/step_trial.h"

namespace tunedesk::run {

/// The learning rates that a range test suggests for a run.
struct RangeAdvice {
    /// std::nullopt if the losses show scatter alone, or there are fewer than ten points.
    std::optional<double> suggested;
    /// Rates around the suggested one that train well too; where there is one.
    double usable_from = 0, usable_to = 0;
    /// The largest rate at which the loss was near its least; std::nullopt if no tried rate was beyond that.
    std::optional<double> diverges_above;
};

/// Steps at one constant rate.
struct RateTrial {
    double learning_rate = 0;
    std::vector<double> losses; ///< of its steps in order; fewer than were asked for where it diverged
};

/// The mean loss of a trial's last third of steps; NaN without steps.
double late_loss(const RateTrial& trial);

/// Each loss as a weighted mean of those around it (Gaussian, 3 points wide): unlike a running mean it does
/// not lag, so what it shows happens at the rate it is shown at. Losses that are no number count nowhere.
std::vector<double> smoothed_losses(const std::vector<RangePoint>& points);

/// Whether a rate that is too large loses what the weights know: init: pretrained, train: all.
bool keeps_weights(const Preset& preset);

/// Where pretrained weights are at stake (init: pretrained, train: all) a tenth of the rate at which the loss
/// is least, and at most 5e-4 for Adam: a test passes that rate in a moment, a run that keeps it loses what
/// the weights knew. New weights take the largest rate that still trains (diverges_above). Measured by
/// tests/bench/learning_rates.py.
RangeAdvice advise_rate(const std::vector<RangePoint>& points, const Preset& preset);

/// Of trials with the same rows at rates half a decade apart, each of `steps` steps: usable are the one whose
/// late loss is least and those beside it that are not worse by more than twice the standard error of the
/// difference, step by step, and what is nearer to them than to the others; suggested is their geometric
/// middle. Nothing is suggested where no rate is worse than another.
/// `of_range`: what the range test said of divergence, which a trial that has ended early corrects.
RangeAdvice advise_rate(const std::vector<RateTrial>& trials, int steps, const RangeAdvice& of_range);

} // namespace tunedesk::run
