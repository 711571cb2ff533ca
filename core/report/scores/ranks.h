// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace tunedesk::report {

/// Ranks from 1; equal numbers have the mean of their ranks. The numbers must be finite.
std::vector<double> ranks_of(const std::vector<double>& numbers);

/// Pearson correlation; NaN if either side is constant. Both have the same length and are not empty.
double correlation(const std::vector<double>& x, const std::vector<double>& y);

double mean_of(const std::vector<double>& numbers);

} // namespace tunedesk::report
