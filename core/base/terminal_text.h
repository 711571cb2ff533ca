// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tunedesk {

// The one filter between text of unknown origin and a terminal. Unsafe are the controls (C0 and DEL, C1), the
// bidirectional controls (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), which reorder what is
// shown, the separators U+2028 and U+2029, and every byte that is not part of well-formed UTF-8: a terminal
// may take it for a C1 control. harmless() of base/text.h is the filter for text on one line.

struct UnsafeCharacter {
    std::size_t length = 0; ///< in bytes; 0: the character may be shown
    unsigned point = 0;     ///< its code point; U+FFFD for a byte that is not UTF-8
};

/// What is unsafe at text[i].
UnsafeCharacter unsafe_at(std::string_view text, std::size_t i);

/// Whether the text holds a C0 control, DEL, or a C1 control in UTF-8. Bidirectional controls are none of
/// these.
bool has_control(std::string_view text);

/// Whether nothing in the text is unsafe.
bool is_harmless(std::string_view text);

/// As harmless(), but line feeds and tabs stay.
std::string harmless_lines(std::string_view text);

/// Serialized JSON with every unsafe character of its texts as \uXXXX: as safe for a terminal as
/// harmless_lines(), the same value for a parser. Bytes that are not UTF-8 become U+FFFD, as Json::dump()
/// with error_handler_t::replace writes them.
std::string harmless_json(std::string_view json);

} // namespace tunedesk
