// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/sentencepiece/metaspace.h"
#include "data/tokenize/token_model.h"
#include "data/tokenize/tokenizer_memo.h"

#include <utility>

namespace tunedesk::data {

/// Common base of SentencePiece's BPE and Unigram models: tokens in which a mark represents the space before
/// a word, and a memo of words. Thread rule: immutable.
class SpaceMarkModel : public TokenModel {
public:
    std::size_t count(std::string_view text, std::size_t offset) const final;
    std::string bytes_of(std::string_view token) const final { return decoding_.bytes_of(token); }
    std::size_t leading_spaces() const final { return decoding_.leading; }
    bool gives_spans() const final { return true; }

protected:
    explicit SpaceMarkModel(SpaceDecoding decoding) : decoding_(std::move(decoding)) {}

    /// The calling thread's memo of this model's words.
    WordMemo& word_memo() const { return thread_memo(serial_); }

private:
    SpaceDecoding decoding_;
    std::uint64_t serial_ = next_memo_serial();
};

} // namespace tunedesk::data
