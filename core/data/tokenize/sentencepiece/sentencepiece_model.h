// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/byte_hash.h"
#include "data/tokenize/normal/aligned_text.h"
#include "data/tokenize/sentencepiece/sentencepiece_settings.h"
#include "data/tokenize/sentencepiece/space_mark_model.h"
#include "data/tokenize/sentencepiece/word_cuts.h"

namespace tunedesk::data {

/// Llama 2's, Mistral's and Gemma's way from text to ids: spaces become a character that words begin with,
/// then byte pair encoding of characters over the whole text. Bytes that are not UTF-8 read as U+FFFD each.
/// Thread rule: immutable.
class SentencePieceModel : public SpaceMarkModel {
public:
    SentencePieceModel(const SentencePieceSettings& settings, std::span<const VocabularyPiece> vocab);

    void encode(std::string_view text, std::size_t offset, TokenSink& sink) const override;
    void encode_normal(std::string_view text, std::size_t offset, bool begins_row,
                       TokenSink& sink) const override;
    void normal_form(std::string_view text, std::size_t offset, bool wants_origins,
                     NormalText& normal) const override;

private:
    /// Where all that happens to a text is that spaces become marks, without making that text.
    void encode_simply(std::string_view text, bool has_prefix, TokenSink& sink) const;
    void encode_aligned(AlignedText& text, bool begins_row, TokenSink& sink) const;
    void encode_word(const AlignedText& text, TextRange word, TokenSink& sink) const;
    /// Appends the ids of a part that nothing cuts further, its spaces as marks where the text has spaces.
    void encode_whole(std::string_view part, std::vector<std::int32_t>& ids) const;
    /// The same of one that may be cut, by way of the memo.
    void encode_part(std::string_view part, std::size_t readable, WordMemo& memo,
                     std::vector<std::int32_t>& ids) const;

    std::string mark_; ///< what spaces become
    bool is_simple_;   ///< and nothing else happens to a text
    std::vector<TextStep> normalizer_;
    std::optional<Metaspace> metaspace_;
    std::vector<Splitter> splitters_;
    FallbackBpe bpe_;
    WordCuts cuts_;
    /// Words that are one token whatever the merges say.
    ByteMap<std::int32_t> whole_words_;
};

} // namespace tunedesk::data
