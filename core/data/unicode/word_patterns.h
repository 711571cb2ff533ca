// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace tunedesk::data {

/// A way to split text into words that lie side by side: together they are the whole text.
enum class WordPattern {
    gpt2,        ///< 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
    llama3,      ///< letters with one sign before them, at most three digits together
    qwen2,       ///< the same with digits alone
    digits,      ///< runs of digits, and what is between them
    every_digit, ///< digits one by one, and what is between them
};

/// The pattern whose regular expression this is, as the files of tokenizers write it.
std::optional<WordPattern> pattern_of(std::string_view regular_expression);

/// Where the word that begins at `position` ends, where words before it ended there. Needs valid UTF-8 and
/// position < text.size().
std::size_t word_end(WordPattern pattern, std::string_view text, std::size_t position);

} // namespace tunedesk::data
