// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/bpe_merges.h"
#include "data/tokenize/sentencepiece/metaspace.h"
#include "data/tokenize/token_model.h"

#include <array>
#include <string_view>
#include <unordered_map>

namespace tunedesk::data {

/// Tokens for characters that are not in the vocabulary.
struct CharacterFallback {
    static constexpr std::int32_t no_token = -1;

    ByteTokenIds byte_ids{}; ///< no_token if the byte has none
    /// for a character with a byte without token; no_token: the character is omitted
    std::int32_t unknown_id = no_token;
    bool fuses_unknown = false; ///< adjacent unknown characters become one unknown token
};

/// Byte pair encoding of a text's characters, with tokens of single bytes for characters that are not in the
/// vocabulary, as in `tokenizers` 0.22.2 with `byte_fallback`. Thread rule: immutable.
class FallbackBpe {
public:
    FallbackBpe(const CharacterFallback& fallback, std::span<const BpeMerge> merges,
                std::span<const VocabularyPiece> vocab);

    /// Appends the ids of well-formed UTF-8 (below 4 GiB) and, if `ends` is not null, the byte at which each
    /// ends.
    void tokenize(std::string_view word, std::vector<std::int32_t>& ids,
                  std::vector<std::uint32_t>* ends = nullptr) const;

private:
    std::int32_t id_of(char32_t character) const;

    CharacterFallback fallback_;
    BpeMerges merges_;
    std::array<std::int32_t, 128> ascii_ids_{};
    std::unordered_map<char32_t, std::int32_t> ids_; ///< of characters that are not ASCII
};

} // namespace tunedesk::data
