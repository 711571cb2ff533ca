// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tunedesk {

// The filter between text of unknown origin and a terminal. Unsafe are the control characters (C0 and DEL,
// C1), the bidirectional controls (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), which reorder
// the displayed text, the separators U+2028 and U+2029, and every byte that is not part of well-formed UTF-8:
// a terminal may interpret it as a C1 control. harmless() in base/text.h is the filter for single lines.

struct UnsafeCharacter {
    std::size_t length = 0; ///< in bytes; 0: the character is safe
    unsigned point = 0;     ///< its code point; U+FFFD for a byte that is not UTF-8
};

/// The unsafe character at text[i], if any.
UnsafeCharacter unsafe_at(std::string_view text, std::size_t i);

/// Whether the text holds a C0 control, DEL, or a C1 control in UTF-8. Bidirectional controls do not count.
bool has_control(std::string_view text);

/// Whether the text holds no unsafe character.
bool is_harmless(std::string_view text);

/// As harmless(), but line feeds and tabs are kept.
std::string harmless_lines(std::string_view text);

/// Serialized JSON with every unsafe character of its strings as \uXXXX: as safe for a terminal as
/// harmless_lines(), and the same value for a parser. Bytes that are not UTF-8 become U+FFFD, as Json::dump()
/// with error_handler_t::replace writes them.
std::string harmless_json(std::string_view json);

} // namespace tunedesk
