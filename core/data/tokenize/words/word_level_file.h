// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer_node.h"
#include "data/tokenize/tokenizer_vocabulary.h"

#include <span>

namespace tunedesk::data {

/// Whether the `model` of a tokenizer.json is WordLevel.
bool is_word_level(const TokenizerNode& model);

/// Reads `model` (WordLevel), `normalizer` (Lowercase, Replace of a text, or a Sequence of them, in which
/// Lowercase may only be first; or null) and `pre_tokenizer` (WhitespaceSplit) of a tokenizer.json. Throws
/// Error 4201, or 4202 if a part is not supported.
WordLevelSettings read_word_level(const TokenizerNode& model, const TokenizerNode& normalizer,
                                  const TokenizerNode& splitter, Vocabulary& vocabulary);

/// The token for all words that are not in the vocabulary.
inline constexpr const char* unknown_word = "<unk>";

/// torchtext's "basic_english": lower case, `.,()!?'` separated by spaces, `"` removed, `;`, `:` and `<br />`
/// replaced by a space. Without a vocabulary.
WordLevelSettings basic_english();
/// A tokenizer.json of these settings, in which a word's id is its index; `unknown_word` is among `words`.
/// The `tokenizers` library reads it too.
std::string word_level_json(const WordLevelSettings& settings, std::span<const std::string> words);

} // namespace tunedesk::data
