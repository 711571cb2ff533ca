// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tunedesk::kernel {

/// Elements of a 4-bit matrix that share a scale.
constexpr std::int64_t nf4_block = 64;

/// The 16 values of 4-bit NormalFloat, ascending within [-1, 1]: quantiles of a normal distribution with an
/// exact zero (Dettmers et al., 2023, "QLoRA").
extern const float nf4_values[16];

/// The code of the value nearest to x, the lower of two at equal distance.
std::uint8_t nf4_nearest(float x);

} // namespace tunedesk::kernel
