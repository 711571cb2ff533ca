// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/series.h"

namespace tunedesk::ui {

/// A series smoothed as TensorBoard smooths (tf_line_chart_data_loader: an exponential moving average whose
/// bias towards its start at zero is divided out): s = w s + (1 - w) v, shown as s / (1 - w^n) over the n
/// finite values so far. A value that is not finite, or missing, is shown as missing and changes nothing.
class Smoothed {
public:
    /// `weight` in [0, 1).
    explicit Smoothed(double weight) : weight_(weight) {}

    /// Smooths at most `most` further values of the source; true once there is nothing left to do. Starts
    /// again where the source was truncated.
    bool catch_up(const Series& source, std::size_t most);
    const Series& series() const { return series_; }
    double weight() const { return weight_; }

private:
    double weight_, average_ = 0, bias_ = 1; ///< bias_: w^n
    std::uint64_t generation_ = 0;
    Series series_;
};

} // namespace tunedesk::ui
