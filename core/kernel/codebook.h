// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

namespace tunedesk::kernel {

/// The 256 values of a byte of 8-bit optimizer state, in ascending order within [-1, 1], or [0, 1] if
/// unsigned: zero, one, and seven decades below one, each with twice as many values as the one below it, at
/// the centers of equal parts (Dettmers et al., 2022, "8-bit optimizers via block-wise quantization", dynamic
/// tree quantization).
struct Codebook {
    float values[256];
    float midpoints[256]; ///< between a value and the next; the last is infinite
    /// by the upper half of an fp32 number's bits: the code of the least such number
    std::uint8_t first[1 << 16];

    /// The code of the value nearest to x, the lower of two at equal distance. If unsigned, positive x never
    /// get zero's code: they are second moments, whose square root is a divisor.
    std::uint8_t nearest(float x) const {
        const std::uint8_t code = first[std::bit_cast<std::uint32_t>(x) >> 16];
        const auto near = static_cast<std::uint8_t>(code + (x > midpoints[code]));
        return near == 0 && x > values[0] && values[0] == 0 ? 1 : near;
    }
};

const Codebook& codebook(bool with_sign);

} // namespace tunedesk::kernel
