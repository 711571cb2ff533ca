// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/sentencepiece/space_mark_model.h"
#include "data/tokenize/unigram/best_pieces.h"

namespace tunedesk::data {

/// The tokenization of XLM-RoBERTa, ALBERT, T5 and DeBERTa-v3: normalizers, replacement of spaces by a mark
/// before each word, then the best pieces of each word. Invalid UTF-8 bytes are read as U+FFFD each. Thread
/// rule: immutable.
class UnigramModel : public SpaceMarkModel {
public:
    UnigramModel(const UnigramSettings& settings, std::span<const VocabularyPiece> vocab);

    void encode(std::string_view text, std::size_t offset, TokenSink& sink) const override;
    void encode_normal(std::string_view text, std::size_t offset, bool begins_row,
                       TokenSink& sink) const override;
    void normal_form(std::string_view text, std::size_t offset, bool wants_origins,
                     NormalText& normal) const override;

private:
    /// The normal form, aligned if requested or if needed to determine whether the text begins the row.
    AlignedText normal_text(std::string_view text, std::size_t offset, bool is_aligned) const;
    /// Splits a normal form; `begins_row`: it is at the beginning of the row.
    void encode_parts(const AlignedText& text, bool begins_row, TokenSink& sink) const;
    /// Appends the tokens of a part left by a splitter; only their ids.
    void encode_part(std::string_view text, TextRange part, bool has_mark, TokenSink& sink) const;
    /// The same if spaces only need to be replaced by marks, without building the replaced text.
    void encode_simply(std::string_view text, TextRange part, bool has_mark, TokenSink& sink) const;
    void encode_aligned(AlignedText part, bool has_mark, TokenSink& sink) const;
    /// Encodes a word using the memo; a leading space represents a mark.
    void encode_word(std::string_view word, std::size_t readable, WordMemo& memo,
                     std::vector<std::int32_t>& ids) const;
    /// Beginning of the next word at or after `from`; `end` if there is none.
    std::size_t find_mark(std::string_view text, std::size_t from, std::size_t end) const;

    NormalSteps steps_;
    /// the latter apply to the parts that Metaspace produces
    std::vector<Splitter> splitters_, later_splitters_;
    std::optional<Metaspace> metaspace_;
    std::string mark_;
    bool is_simple_;  ///< Metaspace splits, and no splitter follows it
    bool asks_begin_; ///< the mark is inserted only at the beginning of a row
    BestPieces pieces_;
};

} // namespace tunedesk::data
