// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tunedesk::image {

/// The input pixels of one output pixel along an axis: `count` from `first` on, each with a coefficient of 22
/// fractional bits.
struct Taps {
    int first = 0, count = 0;
    const std::int32_t* coefficients = nullptr;
};

constexpr int coefficient_bits = 22;

/// The inner loops of resize(), compiled for each instruction set.
struct ResizePasses {
    /// One output row of the vertical pass: each of its `bytes` bytes is the weighted sum of those in the
    /// input rows from `first` (the first tap's row) on, which are `stride` bytes apart.
    void (*vertical)(const std::uint8_t* first, std::ptrdiff_t stride, const Taps& taps, std::uint8_t* to,
                     std::size_t bytes);
    /// The horizontal pass for up to `block_rows` rows. columns: scratch memory for block_rows x 4 x (last -
    /// begin) bytes, where [begin, last) are the input columns that the taps use. Reads one byte after a
    /// row's last pixel.
    void (*horizontal)(const std::uint8_t* const* rows, int row_count, std::span<const Taps> taps, int begin,
                       int last, std::uint8_t* columns, std::uint8_t* const* to);
    static constexpr int block_rows = 8;
};

/// The fastest loops for this machine.
const ResizePasses& resize_passes();

} // namespace tunedesk::image
