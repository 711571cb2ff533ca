// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/byte_trie.h"
#include "data/tokenize/token_model.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// The WordPiece model: the longest piece of the vocabulary that is a prefix of the word, repeated for the
/// rest (Schuster and Nakajima, "Japanese and Korean voice search", ICASSP 2012). Thread rule: immutable.
class WordPiece {
public:
    WordPiece() = default;
    /// `prefix` marks the pieces that continue a word ("##").
    WordPiece(std::span<const VocabularyPiece> vocab, std::string_view prefix, std::int32_t unknown_id,
              std::size_t max_chars_per_word);

    /// Appends the ids of one word (not empty, without white space) to `ids`.
    void tokenize(std::string_view word, std::vector<std::int32_t>& ids) const;

private:
    ByteTrie first_, rest_;
    std::int32_t unknown_id_ = 0;
    std::size_t max_chars_ = 100;
};

} // namespace tunedesk::data
