// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk {

/// Byte offset of the first byte that is not part of well-formed UTF-8 (overlong forms and surrogates are
/// ill-formed), or std::nullopt if the text is well-formed.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

/// The candidate nearest to `word` by edit distance (ignoring case), or std::nullopt if none is near: at most
/// two edits, three for words of more than eight letters.
std::optional<std::string> nearest_name(std::string_view word, std::span<const std::string> candidates);

/// Text of unknown origin prepared for a message: at most `limit` bytes (then "..."), always well-formed
/// UTF-8, no control characters.
std::string shortened(std::string_view text, std::size_t limit = 80);

/// A text of unknown origin without anything that moves a cursor or colours: control characters become
/// spaces.
std::string harmless(std::string text);

/// "1.5 GiB", "312 MiB", "17 B".
std::string human_bytes(std::uint64_t bytes);

/// tqdm's form of a duration: "05:07", "1:02:03".
std::string human_duration(double seconds);

/// "12,345,678".
std::string grouped(std::uint64_t number);

/// Number of code points in UTF-8 text; used to pad columns of a table.
std::size_t code_points(std::string_view text);

/// A CSV field in the format of RFC 4180: quoted only if it holds a comma, a quote or a line break.
std::string csv_field(std::string_view value);

/// The text without ASCII white space at both ends; split at each separator; in ASCII lower case.
std::string_view trimmed(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
std::string ascii_lower(std::string_view text);

/// Shortest decimal text that parses to the same number; "nan", "inf", "-inf" if it is not finite.
std::string shortest(double value);
std::string shortest(float value);

} // namespace tunedesk
