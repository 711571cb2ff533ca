// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/byte_trie.h"
#include "data/tokenize/token_model.h"
#include "data/tokenize/unigram/unigram_settings.h"

#include <span>

namespace tunedesk::data {

/// The segmentation of a word into pieces of the vocabulary with the greatest sum of scores (Kudo, "Subword
/// Regularization", ACL 2018), computed by Viterbi's algorithm as in `tokenizers` 0.22.2: among equal sums
/// the one with the longest last piece; a character that is not a piece is unknown, with a score 10 below the
/// least; adjacent unknown characters become one token, or the tokens of their bytes. Thread rule: immutable.
class BestPieces {
public:
    BestPieces(const UnigramSettings& settings, std::span<const VocabularyPiece> vocab);

    /// Appends the ids of well-formed UTF-8 (below 4 GiB) and, if requested, the bytes that each represents.
    void tokenize(std::string_view word, std::vector<std::int32_t>& ids,
                  std::vector<ByteSpan>* spans = nullptr) const;

private:
    /// The best segmentation up to a byte of the word.
    struct Node {
        static constexpr std::uint32_t none = 0xFFFFFFFF;
        double score = 0;
        std::uint32_t begin = none; ///< first byte of its last piece
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
