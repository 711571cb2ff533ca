// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/scores/ranks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tunedesk::report {

double mean_of(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

double correlation(const std::vector<double>& x, const std::vector<double>& y) {
    const double mean_x = mean_of(x), mean_y = mean_of(y);
    double both = 0, only_x = 0, only_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        both += (x[i] - mean_x) * (y[i] - mean_y);
        only_x += (x[i] - mean_x) * (x[i] - mean_x);
        only_y += (y[i] - mean_y) * (y[i] - mean_y);
    }
    if (!(only_x > 0) || !(only_y > 0)) return std::numeric_limits<double>::quiet_NaN();
    return std::clamp(both / std::sqrt(only_x) / std::sqrt(only_y), -1.0, 1.0);
}

std::vector<double> ranks_of(const std::vector<double>& numbers) {
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return numbers[i]; });
    std::vector<double> ranks(numbers.size());
    for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
        while (last < order.size() && numbers[order[last]] == numbers[order[first]])
            ++last;
        for (std::size_t i = first; i < last; ++i)
            ranks[order[i]] = (static_cast<double>(first + last) + 1) / 2;
    }
    return ranks;
}

} // namespace tunedesk::report
