// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tunedesk::data {

/// The pre-tokenizer that writes spaces as a character, which words begin with.
struct Metaspace {
    enum class Prepend { first, always, never };

    std::string replacement = "\u2581"; ///< one character
    Prepend prepend = Prepend::always;  ///< before a text that does not begin with it; `first`: of a row
    bool splits = true;                 ///< before each

    /// Whether it comes before this text, too, which begins its row or not.
    bool precedes(std::string_view text, bool begins_row) const {
        if (text.empty() || text[0] == ' ' || text.starts_with(replacement)) return false;
        return prepend == Prepend::always || (prepend == Prepend::first && begins_row);
    }
};

/// How `bytes` of tokens make a text.
struct SpaceDecoding {
    std::string space = "\u2581"; ///< what stands for a space
    std::size_t leading = 0;      ///< spaces that a text's beginning loses, where it has them

    /// What a token stands for in a text, which is a byte of <0xNN>.
    std::string bytes_of(std::string_view token) const;
};

/// The ids of the tokens <0x00> to <0xFF>, -1 if there is none.
using ByteTokenIds = std::array<std::int32_t, 256>;

/// The byte that a token <0xNN> stands for.
std::optional<char> byte_of_token(std::string_view token);

} // namespace tunedesk::data
