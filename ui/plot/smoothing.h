// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/series.h"

namespace tunedesk::ui {

/// A series smoothed as in TensorBoard (tf_line_chart_data_loader: an exponential moving average with
/// correction of its bias towards the start at zero): s = w s + (1 - w) v, shown as s / (1 - w^n) for the n
/// finite values so far. A value that is missing or not finite is shown as missing and does not affect the
/// average.
class Smoothed {
public:
    /// `weight` in [0, 1).
    explicit Smoothed(double weight) : weight_(weight) {}

    /// Smooths at most `most` further values of the source; true if none is left. Restarts after the source
    /// was truncated.
    bool catch_up(const Series& source, std::size_t most);
    const Series& series() const { return series_; }
    double weight() const { return weight_; }

private:
    double weight_, average_ = 0, bias_ = 1; ///< bias_: w^n
    std::uint64_t generation_ = 0;
    Series series_;
};

} // namespace tunedesk::ui
