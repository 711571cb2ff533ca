// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace tunedesk::report {

/// From 1; equal numbers share the mean of their ranks. The numbers are finite.
std::vector<double> ranks_of(const std::vector<double>& numbers);

/// Pearson's; NaN if either side is constant. Both are of one length, not empty.
double correlation(const std::vector<double>& x, const std::vector<double>& y);

double mean_of(const std::vector<double>& numbers);

} // namespace tunedesk::report
