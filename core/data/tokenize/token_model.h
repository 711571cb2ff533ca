// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/files/byte_span.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// One entry of a vocabulary.
struct VocabularyPiece {
    std::string text;
    std::int32_t id;
};

/// Receives the tokens of a text.
struct TokenSink {
    std::vector<std::int32_t>& ids;
    std::vector<ByteSpan>* spans = nullptr;    ///< one per id; null if spans are not requested
    std::vector<std::size_t>* added = nullptr; ///< indices of the added tokens among the ids, or null
    /// number of ids after which encoding may stop
    std::size_t stop = std::numeric_limits<std::size_t>::max();
    bool is_word = false; ///< the text is one word of a list of words

    bool full() const { return ids.size() >= stop; }
    /// Appends an added token.
    void add(std::int32_t id, ByteSpan span) {
        if (added) added->push_back(ids.size());
        ids.push_back(id);
        if (spans) spans->push_back(span);
    }
};

/// A text in the form in which added tokens with `normalized` are searched for.
struct NormalText {
    std::string_view text; ///< refers to `storage` or to the original text
    std::string storage;
    /// For each byte of `text` the bytes of the row that it comes from; empty if byte i is at offset i, or if
    /// origins were not requested.
    std::vector<ByteSpan> origins;

    NormalText() = default;
    NormalText(const NormalText&) = delete;
    NormalText& operator=(const NormalText&) = delete;
};

/// The part that differs between kinds of tokenizers: encoding of the text between added tokens. Thread rule:
/// immutable, so that several threads may encode concurrently.
class TokenModel {
public:
    TokenModel() = default;
    TokenModel(const TokenModel&) = delete;
    TokenModel& operator=(const TokenModel&) = delete;
    virtual ~TokenModel() = default;

    /// Appends the tokens of `text`, which begins at byte `offset` of the row's text: spans are relative to
    /// the row's first byte. May stop when the sink is full.
    virtual void encode(std::string_view text, std::size_t offset, TokenSink& sink) const = 0;
    /// The same for a text already in normal form; `begins_row`: it is at the beginning of the row.
    virtual void encode_normal(std::string_view text, std::size_t offset, bool begins_row,
                               TokenSink& sink) const = 0;
    /// Number of tokens that encode() would append.
    virtual std::size_t count(std::string_view text, std::size_t offset) const = 0;
    /// Computes the normal form of a text that begins at byte `offset` of the row's. Origins may be omitted
    /// if `wants_origins` is false.
    virtual void normal_form(std::string_view text, std::size_t offset, bool wants_origins,
                             NormalText& normal) const = 0;
    /// The text that a token of the vocabulary represents.
    virtual std::string bytes_of(std::string_view token) const { return std::string(token); }
    /// Number of leading spaces removed when the tokens of a text are decoded, because encoding inserted
    /// them.
    virtual std::size_t leading_spaces() const { return 0; }
    /// Whether spans are supported; otherwise a sink must not request them.
    virtual bool gives_spans() const = 0;
};

} // namespace tunedesk::data
