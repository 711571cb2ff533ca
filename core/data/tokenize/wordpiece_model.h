// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/token_model.h"
#include "data/tokenize/tokenizer_memo.h"
#include "data/tokenize/wordpiece.h"
#include "data/unicode/normalizer.h"

namespace tunedesk::data {

/// BERT's tokenization: normalization, splitting at white space and punctuation, WordPiece. Does not support
/// spans, because the normal form is not aligned with the original bytes. Thread rule: immutable.
class WordPieceModel : public TokenModel {
public:
    WordPieceModel(Normalizer::Options options, WordPiece pieces);

    void encode(std::string_view text, std::size_t offset, TokenSink& sink) const override;
    void encode_normal(std::string_view text, std::size_t offset, bool begins_row,
                       TokenSink& sink) const override;
    std::size_t count(std::string_view text, std::size_t offset) const override;
    void normal_form(std::string_view text, std::size_t offset, bool wants_origins,
                     NormalText& normal) const override;
    bool gives_spans() const override { return false; }

private:
    /// Encodes text in normal form: words and single punctuation characters.
    void encode_words(std::string_view text, std::vector<std::int32_t>& ids) const;
    /// Iterates over a text: calls mark(character) for punctuation and run(word, readable bytes) for parts
    /// that are normalized as a whole. Either returns false to stop.
    template <typename Mark, typename Run>
    void walk(std::string_view text, Mark mark, Run run) const;
    void encode_run(std::string_view run, std::size_t readable, WordMemo& memo,
                    std::vector<std::int32_t>& ids) const;

    Normalizer normalizer_;
    WordPiece pieces_;
    std::int32_t punctuation_id_[128] = {};
    std::uint64_t serial_ = next_memo_serial();
};

} // namespace tunedesk::data
