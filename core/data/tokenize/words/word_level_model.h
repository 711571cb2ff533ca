// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/byte_hash.h"
#include "data/tokenize/token_model.h"
#include "data/tokenize/tokenizer_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// The normal form of a text: lower case if set, then each replacement in the whole text, in order. Invalid
/// UTF-8 bytes are read as U+FFFD.
std::string word_level_form(std::string_view text, const WordLevelSettings& settings);

/// Calls visit(word) for each part of a normal form between white space, in order.
void for_each_word(std::string_view form, const std::function<void(std::string_view word)>& visit);

/// Whole words as tokens; words that are not in the vocabulary become the unknown token. Does not support
/// spans, because the normal form is not aligned with the original bytes. Thread rule: immutable.
class WordLevelModel : public TokenModel {
public:
    WordLevelModel(WordLevelSettings settings, const std::vector<VocabularyPiece>& vocabulary);

    void encode(std::string_view text, std::size_t offset, TokenSink& sink) const override;
    void encode_normal(std::string_view text, std::size_t offset, bool begins_row,
                       TokenSink& sink) const override;
    std::size_t count(std::string_view text, std::size_t offset) const override;
    void normal_form(std::string_view text, std::size_t offset, bool wants_origins,
                     NormalText& normal) const override;
    bool gives_spans() const override { return false; }

private:
    WordLevelSettings settings_;
    ByteMap<std::int32_t> ids_;
};

} // namespace tunedesk::data
