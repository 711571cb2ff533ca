// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/sentencepiece/metaspace.h"

#include <charconv>

namespace tunedesk::data {

std::optional<char> byte_of_token(std::string_view token) {
    if (token.size() != 6 || !token.starts_with("<0x") || token[5] != '>') return std::nullopt;
    unsigned byte = 0;
    const auto [end, fault] = std::from_chars(token.data() + 3, token.data() + 5, byte, 16);
    if (fault != std::errc() || end != token.data() + 5) return std::nullopt;
    return static_cast<char>(byte);
}

std::string SpaceDecoding::bytes_of(std::string_view token) const {
    if (const auto byte = byte_of_token(token)) return {*byte};
    std::string bytes(token);
    for (std::size_t found = bytes.find(space); found != std::string::npos;
         found = bytes.find(space, found + 1))
        bytes.replace(found, space.size(), 1, ' ');
    return bytes;
}

} // namespace tunedesk::data
