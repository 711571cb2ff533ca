// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

/// Searches for single bytes, eight at a time.
namespace tunedesk::data {

namespace byte_scan {

constexpr std::uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;

inline std::uint64_t load(const char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof(word));
    return word;
}
/// The high bit of each byte that is below `bound` (at most 0x80); bits above the lowest set one may be
/// wrong.
constexpr std::uint64_t below(std::uint64_t word, std::uint8_t bound) {
    return (word - ones * bound) & ~word & highs;
}
/// Index of the first byte whose high bit is set; there must be one.
constexpr std::size_t first(std::uint64_t flags) {
    return static_cast<std::size_t>(std::countr_zero(flags)) / 8;
}

/// The first position from `from` on with holds(byte), or `end`; flags(word) returns the high bits of such
/// bytes, exact up to the lowest one.
template <typename Flags, typename Holds>
std::size_t find(std::string_view text, std::size_t from, std::size_t end, Flags flags, Holds holds) {
    if constexpr (std::endian::native == std::endian::little)
        for (; end - from >= 8; from += 8)
            if (const std::uint64_t found = flags(load(text.data() + from))) return from + first(found);
    while (from < end && !holds(static_cast<unsigned char>(text[from])))
        ++from;
    return from;
}

} // namespace byte_scan

/// The first position of `a` or `b` in [from, end) of a text, or `end`; from <= end.
inline std::size_t find_either(std::string_view text, std::size_t from, std::size_t end, char a, char b) {
    const auto first = static_cast<unsigned char>(a), second = static_cast<unsigned char>(b);
    return byte_scan::find(
        text, from, end,
        [=](std::uint64_t word) {
            return byte_scan::below(word ^ byte_scan::ones * first, 1) |
                   byte_scan::below(word ^ byte_scan::ones * second, 1);
        },
        [=](unsigned char byte) { return byte == first || byte == second; });
}

/// The first position at or after `from` of two adjacent spaces, or the end of the text; from <= end.
inline std::size_t find_two_spaces(std::string_view text, std::size_t from) {
    constexpr std::uint64_t spaces = byte_scan::ones * ' ';
    const auto flags = [](const char* bytes) {
        return byte_scan::below((byte_scan::load(bytes) ^ spaces) | (byte_scan::load(bytes + 1) ^ spaces), 1);
    };
    if constexpr (std::endian::native == std::endian::little)
        for (; text.size() - from >= 9; from += 8)
            if (const std::uint64_t found = flags(text.data() + from)) return from + byte_scan::first(found);
    return std::min(text.find("  ", from), text.size());
}

/// The first byte that is not visible ASCII (white space, a control, or not ASCII), or `end`.
inline std::size_t find_not_visible(std::string_view text, std::size_t from, std::size_t end) {
    return byte_scan::find(
        text, from, end,
        [](std::uint64_t word) { return byte_scan::below(word, 0x21) | (word & byte_scan::highs); },
        [](unsigned char byte) { return byte < 0x21 || byte >= 0x80; });
}

} // namespace tunedesk::data
