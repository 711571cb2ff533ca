// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tunedesk {

/// End of the run of ASCII characters that begins at text[i], searched eight bytes at a time.
inline std::size_t ascii_end(std::string_view text, std::size_t i) {
    for (; text.size() - i >= 8; i += 8) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, text.data() + i, sizeof(bytes));
        if (bytes & 0x8080808080808080) break;
    }
    while (i < text.size() && static_cast<unsigned char>(text[i]) < 0x80)
        ++i;
    return i;
}

/// Length of the well-formed UTF-8 sequence that starts at text[i] (Unicode 15, table 3-7), or 0.
inline std::size_t utf8_sequence_length(std::string_view text, std::size_t i) {
    const auto byte = [&](std::size_t k) {
        return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
    };
    const auto continuation = [&](std::size_t k, unsigned low = 0x80, unsigned high = 0xBF) {
        return byte(k) >= low && byte(k) <= high;
    };
    const unsigned first = byte(i);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return continuation(i + 1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const unsigned low = first == 0xE0 ? 0xA0 : 0x80, high = first == 0xED ? 0x9F : 0xBF;
        return continuation(i + 1, low, high) && continuation(i + 2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const unsigned low = first == 0xF0 ? 0x90 : 0x80, high = first == 0xF4 ? 0x8F : 0xBF;
        return continuation(i + 1, low, high) && continuation(i + 2) && continuation(i + 3) ? 4 : 0;
    }
    return 0;
}

} // namespace tunedesk
