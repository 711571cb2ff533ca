// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/philox.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace tunedesk::kernel {

using Floats = std::vector<float>;

inline Floats random_floats(std::size_t count, std::uint64_t stream, double scale = 1) {
    PhiloxStream random(7, stream);
    Floats values(count);
    for (float& x : values)
        x = static_cast<float>((random.uniform() * 2 - 1) * scale);
    return values;
}

inline double largest_difference(const std::vector<double>& a, const Floats& b) {
    double worst = a.size() == b.size() ? 0 : 1e30;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        worst = std::max(worst, std::isnan(b[i]) ? 1e30 : std::abs(a[i] - b[i]));
    return worst;
}

} // namespace tunedesk::kernel
