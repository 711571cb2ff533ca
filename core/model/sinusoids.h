// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>

namespace tunedesk::model {

/// The positions of "Attention Is All You Need" (section 3.5) as transformers fills them: in column j of row
/// p the sine (even j) or cosine of p / 10000^(2 (j / 2) / columns).
inline double sinusoid(std::int64_t row, std::int64_t column, std::int64_t columns) {
    const double exponent = static_cast<double>(2 * (column / 2)) / static_cast<double>(columns);
    const double angle = static_cast<double>(row) / std::pow(10000.0, exponent);
    return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

} // namespace tunedesk::model
