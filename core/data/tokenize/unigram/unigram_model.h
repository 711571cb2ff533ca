// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/sentencepiece/space_mark_model.h"
#include "data/tokenize/unigram/best_pieces.h"

namespace tunedesk::data {

/// XLM-RoBERTa's, ALBERT's, T5's and DeBERTa-v3's way from text to ids: normalizers, a character that words
/// begin with in place of spaces, then the best pieces of each word. Bytes that are not UTF-8 read as U+FFFD
/// each. Thread rule: immutable.
class UnigramModel : public SpaceMarkModel {
public:
    UnigramModel(const UnigramSettings& settings, std::span<const VocabularyPiece> vocab);

    void encode(std::string_view text, std::size_t offset, TokenSink& sink) const override;
    void encode_normal(std::string_view text, std::size_t offset, bool begins_row,
                       TokenSink& sink) const override;
    void normal_form(std::string_view text, std::size_t offset, bool wants_origins,
                     NormalText& normal) const override;

private:
    /// Its normal form, aligned where that is wanted, or where only that shows whether it begins the row.
    AlignedText normal_text(std::string_view text, std::size_t offset, bool is_aligned) const;
    /// Splits a normal form; `begins_row`: no text is before it in the row.
    void encode_parts(const AlignedText& text, bool begins_row, TokenSink& sink) const;
    /// Makes the tokens of what a splitter has left, whose ids alone are wanted.
    void encode_part(std::string_view text, TextRange part, bool has_mark, TokenSink& sink) const;
    /// The same where all that happens to it is that spaces become marks, without making that text.
    void encode_simply(std::string_view text, TextRange part, bool has_mark, TokenSink& sink) const;
    void encode_aligned(AlignedText part, bool has_mark, TokenSink& sink) const;
    /// A word by way of the memo; a space that begins it stands for a mark.
    void encode_word(std::string_view word, std::size_t readable, WordMemo& memo,
                     std::vector<std::int32_t>& ids) const;
    /// Where the next word begins, at `from` or behind it, or `end`.
    std::size_t find_mark(std::string_view text, std::size_t from, std::size_t end) const;

    NormalSteps steps_;
    std::vector<Splitter> splitters_, later_splitters_; ///< the latter with what Metaspace splits
    std::optional<Metaspace> metaspace_;
    std::string mark_;
    bool is_simple_;  ///< Metaspace splits, and nothing else comes behind it
    bool asks_begin_; ///< a mark comes before what begins a row alone
    BestPieces pieces_;
};

} // namespace tunedesk::data
