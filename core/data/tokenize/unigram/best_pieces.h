// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/byte_trie.h"
#include "data/tokenize/token_model.h"
#include "data/tokenize/unigram/unigram_settings.h"

#include <span>

namespace tunedesk::data {

/// The pieces of a vocabulary that make a word with the greatest sum of scores (Kudo, "Subword
/// Regularization", ACL 2018), found by Viterbi's algorithm as `tokenizers` 0.22.2 has it: of equal sums the
/// one whose last piece is the longest; a character that is no piece is unknown, at 10 below the least score;
/// unknown neighbors become one token, or the tokens of their bytes. Thread rule: immutable.
class BestPieces {
public:
    BestPieces(const UnigramSettings& settings, std::span<const VocabularyPiece> vocab);

    /// Appends the ids of well-formed UTF-8 (below 4 GiB), and, where wanted, the bytes of it that each
    /// stands for.
    void tokenize(std::string_view word, std::vector<std::int32_t>& ids,
                  std::vector<ByteSpan>* spans = nullptr) const;

private:
    /// The best pieces up to a byte of the word.
    struct Node {
        static constexpr std::uint32_t none = 0xFFFFFFFF;
        double score = 0;
        std::uint32_t begin = none; ///< of the last of them
        std::int32_t id = 0;
    };
    void find_best(std::string_view word, std::vector<Node>& nodes) const;
    void add_unknown(std::string_view word, ByteSpan span, std::vector<std::int32_t>& ids,
                     std::vector<ByteSpan>* spans) const;

    ByteTrie pieces_;
    std::vector<double> scores_;
    std::int32_t unknown_id_;
    double unknown_score_;
    std::optional<ByteTokenIds> byte_ids_;
};

} // namespace tunedesk::data
