// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/batch/shape.h"

#include <algorithm>
#include <bit>

namespace tunedesk::data {

namespace {

constexpr std::int64_t least_rows = 64, least_sequences = 8;

/// Rounds the larger of `number` and `least` up, so that there are `steps` equally spaced results from each
/// power of two to the next.
std::int64_t rounded_up(std::int64_t number, std::int64_t steps, std::int64_t least) {
    const auto wanted = static_cast<std::uint64_t>(std::max(number, least));
    const auto step = static_cast<std::int64_t>(
        std::max<std::uint64_t>(1, std::bit_floor(wanted) / static_cast<std::uint64_t>(steps)));
    return (static_cast<std::int64_t>(wanted) + step - 1) / step * step;
}

} // namespace

Shape fixed_shape(std::int64_t tokens, std::int64_t sequences, std::int64_t longest) {
    for (Shape shape{0, sequences};;) {
        shape.sequences = rounded_up(shape.sequences + 1, 4, least_sequences);
        const std::int64_t filling = shape.sequences - sequences;
        shape.rows = rounded_up(tokens + filling, 8, least_rows);
        if (shape.rows - tokens <= filling * longest) return shape;
    }
}

} // namespace tunedesk::data
