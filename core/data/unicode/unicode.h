// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Unicode properties as in `tokenizers` 0.22.2: libutf8proc's tables, corrected for the code points for
/// which the tables inside that library (of several Unicode versions) differ.
namespace tunedesk::data::unicode {

inline constexpr char32_t replacement = 0xFFFD;

/// Reads the code point at `position` and advances `position`. A byte that does not begin a well-formed
/// sequence is read as U+FFFD. Needs position < text.size().
char32_t next(std::string_view text, std::size_t& position);
/// The code point that ends before `position`, which is moved to its beginning. Needs position > 0.
char32_t previous(std::string_view text, std::size_t& position);
void append(std::string& text, char32_t code_point);

bool is_white_space(char32_t code_point);
/// Categories Cc, Cf and Co.
bool is_control(char32_t code_point);
/// Category P, or an ASCII symbol.
bool is_punctuation(char32_t code_point);
bool is_nonspacing_mark(char32_t code_point);
/// Category M, which StripAccents removes.
bool is_combining_mark(char32_t code_point);
/// What `\p{L}` and `\p{N}` of GPT-2's pattern match; its `\s` is is_white_space().
bool is_letter(char32_t code_point);
bool is_number(char32_t code_point);
/// What `\w` of the regular expressions around single-word tokens matches.
bool is_word_character(char32_t code_point);
/// The blocks around which BERT puts spaces.
bool is_chinese(char32_t code_point);
int combining_class(char32_t code_point);

/// The most code points that one code point expands to.
inline constexpr int expansion_limit = 8;
/// Writes the canonical decomposition, or the lower case, to `out` and returns its length in code points.
int decompose(char32_t code_point, char32_t* out);
int to_lower(char32_t code_point, char32_t* out);
/// The same for the compatibility decomposition, of at most `compatible_limit` code points.
inline constexpr int compatible_limit = 18;
int decompose_compatible(char32_t code_point, char32_t* out);

} // namespace tunedesk::data::unicode
