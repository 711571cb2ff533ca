// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/normal/base64.h"

#include <cstdint>

namespace tunedesk::data {

namespace {

/// The six bits of a character; std::nullopt for an invalid one.
std::optional<std::uint32_t> sextet_of(char c) {
    if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
    if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a' + 26);
    if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0' + 52);
    if (c == '+') return 62;
    if (c == '/') return 63;
    return std::nullopt;
}

} // namespace

std::optional<std::string> bytes_of_base64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    std::size_t padding = 0;
    while (padding < 2 && text.ends_with('=')) {
        text.remove_suffix(1);
        ++padding;
    }
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int count = 0; // number of pending bits
    for (const char c : text) {
        const auto sextet = sextet_of(c);
        if (!sextet) return std::nullopt;
        bits = bits << 6 | *sextet;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>(bits >> count & 0xFF);
    }
    const std::uint32_t rest = bits & ((1u << count) - 1);
    return rest == 0 ? std::optional(std::move(bytes)) : std::nullopt;
}

} // namespace tunedesk::data
