// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <cstdint>

namespace tunedesk::model {

/// A position table of images, [1, 1 + side * side, width], for images of another number of patches: the
/// class's row as it is, those of the patches interpolated (bicubic, as transformers'
/// interpolate_pos_encoding) to `positions` rows in all, [1, positions, width]. Undefined where one of the
/// two is no square and a row.
at::Tensor interpolated_positions(const at::Tensor& table, std::int64_t positions);

} // namespace tunedesk::model
