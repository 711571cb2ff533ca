// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/image_positions.h"

#include "memory/torch_headers.h"

#include <cmath>

namespace tunedesk::model {

namespace {

/// Patches per side of a square of that many patches; 0 if they do not form a square.
std::int64_t side_of(std::int64_t patches) {
    const auto side = static_cast<std::int64_t>(std::lround(std::sqrt(static_cast<double>(patches))));
    return patches > 0 && side * side == patches ? side : 0;
}

} // namespace

at::Tensor interpolated_positions(const at::Tensor& table, std::int64_t positions) {
    if (table.dim() != 3 || table.size(0) != 1) return {};
    const std::int64_t width = table.size(2), from = side_of(table.size(1) - 1), to = side_of(positions - 1);
    if (from == 0 || to == 0) return {};
    const at::Tensor square =
        table.narrow(1, 1, from * from).reshape({1, from, from, width}).permute({0, 3, 1, 2});
    const at::Tensor resized = at::upsample_bicubic2d(square, {to, to}, /*align_corners=*/false);
    return at::cat({table.narrow(1, 0, 1), resized.permute({0, 2, 3, 1}).reshape({1, to * to, width})}, 1);
}

} // namespace tunedesk::model
