// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace tunedesk::data {

/// A way to split text into adjacent words that cover the whole text.
enum class WordPattern {
    gpt2,        ///< 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
    llama3,      ///< letters with one leading sign, at most three digits together
    qwen2,       ///< the same with single digits
    digits,      ///< runs of digits, and the text between them
    every_digit, ///< single digits, and the text between them
};

/// The pattern with this regular expression in tokenizers' files; std::nullopt for another one.
std::optional<WordPattern> pattern_of(std::string_view regular_expression);

/// End of the word that begins at `position`; the previous word must end there. Needs valid UTF-8 and
/// position < text.size().
std::size_t word_end(WordPattern pattern, std::string_view text, std::size_t position);

} // namespace tunedesk::data
