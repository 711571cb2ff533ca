// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/safetensors.h"

#include <vector>

namespace tunedesk::format {

/// The numbers of a tensor of F32, BF16 or F16 as fp32, and back, rounded to the nearest, of two the even
/// one. Throw Error 4332 for another type.
std::vector<float> to_floats(std::span<const std::byte> data, DType dtype);
std::vector<std::byte> from_floats(std::span<const float> values, DType dtype);

/// The transpose of a row-major matrix with `rows` rows.
std::vector<float> transposed(std::span<const float> values, std::size_t rows);

} // namespace tunedesk::format
