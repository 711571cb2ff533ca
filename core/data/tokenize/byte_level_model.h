// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/byte_hash.h"
#include "data/tokenize/byte_level_bpe.h"
#include "data/tokenize/tokenizer_file.h"
#include "data/tokenize/tokenizer_memo.h"

namespace tunedesk::data {

/// The tokenization of RoBERTa, GPT-2 and most decoders: an optional leading space, splitting into words by
/// patterns, byte-level BPE. Invalid UTF-8 bytes are read as U+FFFD each. Thread rule: immutable.
class ByteLevelModel : public TokenModel {
public:
    ByteLevelModel(const ByteLevelSettings& settings, std::span<const VocabularyPiece> vocab);

    void encode(std::string_view text, std::size_t offset, TokenSink& sink) const override;
    void encode_normal(std::string_view text, std::size_t offset, bool begins_row,
                       TokenSink& sink) const override;
    std::size_t count(std::string_view text, std::size_t offset) const override;
    void normal_form(std::string_view text, std::size_t offset, bool wants_origins,
                     NormalText& normal) const override;
    std::string bytes_of(std::string_view token) const override;
    bool gives_spans() const override { return true; }

private:
    struct Prepared;

    /// `text` with a leading space if required and U+FFFD for invalid UTF-8; with `spans` of its bytes on
    /// request.
    Prepared prepare(std::string_view text, std::size_t offset, bool with_spans, bool wants_space) const;
    /// Whether a space is inserted before a text that does not begin with one.
    bool asks_space(const TokenSink& sink) const { return sink.is_word ? spaces_words_ : add_prefix_space_; }
    void encode_word(std::string_view word, std::vector<std::int32_t>& ids,
                     std::vector<std::uint32_t>* ends) const;
    /// Encodes the words of a prepared text, using the memo.
    void encode_words(std::string_view text, TokenSink& sink) const;
    void encode_with_spans(const Prepared& prepared, TokenSink& sink) const;

    ByteLevelBpe bpe_;
    bool add_prefix_space_, composes_;
    bool spaces_words_; ///< inserts a space before each word of a list of words
    std::vector<Splitter> splitters_;
    /// Words that are a single token regardless of the merges, by their bytes.
    ByteMap<std::int32_t> whole_words_;
    std::uint64_t serial_ = next_memo_serial();
};

} // namespace tunedesk::data
