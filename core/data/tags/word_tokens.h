// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer.h"

#include <span>

namespace tunedesk::data {

/// The word index of tokens that belong to no word: special tokens.
inline constexpr std::int32_t outside_words = -1;
/// The label of tokens without loss, as in transformers and PyTorch.
inline constexpr std::int32_t ignored_label = -100;

/// A tokenized list of words.
struct WordTokens {
    std::vector<std::int32_t> ids;
    /// for each id the index of its word (word_ids() in transformers), or outside_words
    std::vector<std::int32_t> words;
    std::size_t type_one = 0;     ///< number of trailing ids with type id 1
    bool is_cut = false;          ///< tokens were truncated
    std::size_t hidden_words = 0; ///< words without tokens, truncated or not
};

/// The tokens that transformers returns for a list of words (is_split_into_words=True, add_prefix_space=True
/// if the tokenizer has the setting): each word is encoded as a separate text. `words` are parts of `text`.
/// max_length includes special tokens and must not be smaller than their number.
WordTokens encode_words(const Tokenizer& tokenizer, std::string_view text, std::span<const ByteSpan> words,
                        std::size_t max_length, bool truncate_left);

/// The label of each token: its word's tag for the first token of a word, ignored_label for the others and
/// for special tokens, as in transformers' run_ner.py without label_all_tokens.
std::vector<std::int32_t> align_tags(std::span<const std::int32_t> token_words,
                                     std::span<const std::int32_t> word_tags);

/// The inverse: for each of `words` words the value of its first token; `otherwise` if it has none.
std::vector<std::int32_t> first_of_words(std::span<const std::int32_t> token_words,
                                         std::span<const std::int32_t> token_values, std::size_t words,
                                         std::int32_t otherwise);

} // namespace tunedesk::data
