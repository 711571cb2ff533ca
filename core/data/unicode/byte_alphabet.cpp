// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/unicode/byte_alphabet.h"

#include "data/unicode/unicode.h"

#include <array>

namespace tunedesk::data::byte_alphabet {

namespace {

constexpr char32_t first_substitute = 0x100;

constexpr bool is_printable(unsigned byte) {
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte != 0xAD);
}

constexpr auto characters = [] {
    std::array<char32_t, 256> list{};
    char32_t substitute = first_substitute;
    for (unsigned byte = 0; byte < 256; ++byte)
        list[byte] = is_printable(byte) ? byte : substitute++;
    return list;
}();

/// The byte for each character below 0x144; -1: none.
constexpr auto bytes = [] {
    std::array<int, first_substitute + 68> list{};
    for (int& byte : list)
        byte = -1;
    for (unsigned byte = 0; byte < 256; ++byte)
        list[characters[byte]] = static_cast<int>(byte);
    return list;
}();

} // namespace

char32_t character_of(unsigned char byte) {
    return characters[byte];
}

std::optional<std::string> bytes_of(std::string_view token) {
    std::string text;
    for (std::size_t position = 0; position < token.size();) {
        const char32_t c = unicode::next(token, position);
        if (c >= bytes.size() || bytes[c] < 0) return std::nullopt;
        text += static_cast<char>(bytes[c]);
    }
    return text;
}

} // namespace tunedesk::data::byte_alphabet
