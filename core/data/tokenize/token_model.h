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
    std::vector<ByteSpan>* spans = nullptr;    ///< one for each id; null if offsets are not wanted
    std::vector<std::size_t>* added = nullptr; ///< indices of the added tokens among the ids, or null
    std::size_t stop = std::numeric_limits<std::size_t>::max(); ///< ids.size() that is enough
    bool is_word = false;                                       ///< the text is one word of a list of words

    bool full() const { return ids.size() >= stop; }
    /// Appends an added token.
    void add(std::int32_t id, ByteSpan span) {
        if (added) added->push_back(ids.size());
        ids.push_back(id);
        if (spans) spans->push_back(span);
    }
};

/// A text in the form in which added tokens with `normalized` are searched.
struct NormalText {
    std::string_view text; ///< of `storage`, or as it was given
    std::string storage;
    /// Of each byte of `text` those of the row that it stands for; empty: byte i is i bytes behind the
    /// first, or they are not wanted.
    std::vector<ByteSpan> origins;

    NormalText() = default;
    NormalText(const NormalText&) = delete;
    NormalText& operator=(const NormalText&) = delete;
};

/// What differs between kinds of tokenizers: how text between added tokens becomes ids. Thread rule:
/// immutable, so that many threads may encode at once.
class TokenModel {
public:
    TokenModel() = default;
    TokenModel(const TokenModel&) = delete;
    TokenModel& operator=(const TokenModel&) = delete;
    virtual ~TokenModel() = default;

    /// Appends the tokens of `text`, which begins at byte `offset` of the row's text: spans count from the
    /// row's first byte. May stop once the sink is full.
    virtual void encode(std::string_view text, std::size_t offset, TokenSink& sink) const = 0;
    /// The same of a text that is in its normal form already; `begins_row`: no text is before it in the row.
    virtual void encode_normal(std::string_view text, std::size_t offset, bool begins_row,
                               TokenSink& sink) const = 0;
    /// How many tokens encode() would append.
    virtual std::size_t count(std::string_view text, std::size_t offset) const = 0;
    /// Fills in the normal form of a text that begins at byte `offset` of the row's. Origins may be left out
    /// where they are not wanted.
    virtual void normal_form(std::string_view text, std::size_t offset, bool wants_origins,
                             NormalText& normal) const = 0;
    /// What a token of the vocabulary stands for in a text.
    virtual std::string bytes_of(std::string_view token) const { return std::string(token); }
    /// Spaces that the beginning of a text loses where its tokens are turned back, since they were put there.
    virtual std::size_t leading_spaces() const { return 0; }
    /// Whether spans are filled in; where not, a sink must not ask for them.
    virtual bool gives_spans() const = 0;
};

} // namespace tunedesk::data
