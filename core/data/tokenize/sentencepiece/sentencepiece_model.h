// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/byte_hash.h"
#include "data/tokenize/normal/aligned_text.h"
#include "data/tokenize/sentencepiece/sentencepiece_settings.h"
#include "data/tokenize/sentencepiece/space_mark_model.h"
#include "data/tokenize/sentencepiece/word_cuts.h"

namespace tunedesk::data {

/// The tokenization of Llama 2, Mistral and Gemma: spaces are replaced by a mark, then byte pair encoding of
/// characters over the whole text. Invalid UTF-8 bytes are read as U+FFFD each. Thread rule: immutable.
class SentencePieceModel : public SpaceMarkModel {
public:
    SentencePieceModel(const SentencePieceSettings& settings, std::span<const VocabularyPiece> vocab);

    void encode(std::string_view text, std::size_t offset, TokenSink& sink) const override;
    void encode_normal(std::string_view text, std::size_t offset, bool begins_row,
                       TokenSink& sink) const override;
    void normal_form(std::string_view text, std::size_t offset, bool wants_origins,
                     NormalText& normal) const override;

private:
    /// Encodes a text of which only spaces are replaced by marks, without building the replaced text.
    void encode_simply(std::string_view text, bool has_prefix, TokenSink& sink) const;
    void encode_aligned(AlignedText& text, bool begins_row, TokenSink& sink) const;
    void encode_word(const AlignedText& text, TextRange word, TokenSink& sink) const;
    /// Appends the ids of a part that is not split further; its spaces represent marks if the text has
    /// spaces.
    void encode_whole(std::string_view part, std::vector<std::int32_t>& ids) const;
    /// The same for a part that may be split, using the memo.
    void encode_part(std::string_view part, std::size_t readable, WordMemo& memo,
                     std::vector<std::int32_t>& ids) const;

    std::string mark_; ///< replacement of spaces
    bool is_simple_;   ///< the replacement of spaces is the only normalization
    std::vector<TextStep> normalizer_;
    std::optional<Metaspace> metaspace_;
    std::vector<Splitter> splitters_;
    FallbackBpe bpe_;
    WordCuts cuts_;
    /// Words that are a single token regardless of the merges.
    ByteMap<std::int32_t> whole_words_;
};

} // namespace tunedesk::data
