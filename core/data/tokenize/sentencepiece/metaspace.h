// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tunedesk::data {

/// The pre-tokenizer that replaces spaces by a mark, with which words begin.
struct Metaspace {
    enum class Prepend { first, always, never };

    std::string replacement = "\u2581"; ///< one character
    /// before a text that does not begin with the mark; `first`: only at the beginning of a row
    Prepend prepend = Prepend::always;
    bool splits = true; ///< splits before each mark

    /// Whether the mark is inserted before this text, which begins its row or not.
    bool precedes(std::string_view text, bool begins_row) const {
        if (text.empty() || text[0] == ' ' || text.starts_with(replacement)) return false;
        return prepend == Prepend::always || (prepend == Prepend::first && begins_row);
    }
};

/// How tokens are decoded to text.
struct SpaceDecoding {
    std::string space = "\u2581"; ///< the mark that represents a space
    std::size_t leading = 0;      ///< leading spaces to remove, if present

    /// The text that a token represents: a single byte for <0xNN>.
    std::string bytes_of(std::string_view token) const;
};

/// The ids of the tokens <0x00> to <0xFF>; -1 if missing.
using ByteTokenIds = std::array<std::int32_t, 256>;

/// The byte that a token <0xNN> represents; std::nullopt for other tokens.
std::optional<char> byte_of_token(std::string_view token);

} // namespace tunedesk::data
