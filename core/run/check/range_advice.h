#pragma once

#include "run/check/trial.h"

namespace tunedesk::run {

/// What a learning-rate range test says about the rates of a run.
struct RangeAdvice {
    /// Nothing where the loss falls by no more than it scatters, or there are fewer than ten points.
    std::optional<double> suggested;
    /// Rates around the suggested one that train well too; where there is one.
    double usable_from = 0, usable_to = 0;
    /// The largest rate at which the loss was near its least; nothing where no tried rate was beyond that.
    std::optional<double> diverges_above;
};

/// Each loss as a weighted mean of those around it (Gaussian, 3 points wide): unlike a running mean it does
/// not lag, so what it shows happens at the rate it is shown at. Losses that are no number count nowhere.
std::vector<double> smoothed_losses(const std::vector<RangePoint>& points);

/// Where pretrained weights are at stake (init: pretrained, train: all) a tenth of the rate at which the loss
/// is least, and at most 5e-4 for Adam: a test passes that rate in a moment, a run that keeps it loses what
/// the weights knew. New weights take the largest rate that still trains (diverges_above). Measured by
/// tests/bench/learning_rates.py.
RangeAdvice advise_rate(const std::vector<RangePoint>& points, const Preset& preset);

} // namespace tunedesk::run
