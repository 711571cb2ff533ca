// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer.h"

#include <span>

namespace tunedesk::data {

/// What stands for no word among word numbers: a special token's.
inline constexpr std::int32_t outside_words = -1;
/// transformers' and PyTorch's label of a token without loss.
inline constexpr std::int32_t ignored_label = -100;

/// A list of words as tokens.
struct WordTokens {
    std::vector<std::int32_t> ids;
    std::vector<std::int32_t> words; ///< of each id the number of its word, or outside_words: word_ids()
    std::size_t type_one = 0;        ///< how many of the last ids have type id 1
    bool is_cut = false;             ///< tokens were left out
    std::size_t hidden_words = 0;    ///< words of which no token is left or ever was
};

/// The tokens that transformers gives for a list of words (is_split_into_words=True, add_prefix_space=True if
/// the tokenizer has the setting): each word is encoded as a text by itself. `words` are parts of `text`.
/// max_length counts special tokens and must not be smaller than their number.
WordTokens encode_words(const Tokenizer& tokenizer, std::string_view text, std::span<const ByteSpan> words,
                        std::size_t max_length, bool truncate_left);

/// The label of each token: its word's tag for a word's first token, ignored_label for the others and for
/// special tokens, as transformers' run_ner.py without label_all_tokens.
std::vector<std::int32_t> align_tags(std::span<const std::int32_t> token_words,
                                     std::span<const std::int32_t> word_tags);

/// The way back: of each of `words` words the value that its first token has; `otherwise` where it has none.
std::vector<std::int32_t> first_of_words(std::span<const std::int32_t> token_words,
                                         std::span<const std::int32_t> token_values, std::size_t words,
                                         std::int32_t otherwise);

} // namespace tunedesk::data
