// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer_node.h"
#include "data/tokenize/tokenizer_vocabulary.h"

namespace tunedesk::data {

/// Whether the `model` of a tokenizer.json is WordPiece: by its type or, in old files without a type, by its
/// limit on word length.
bool is_wordpiece(const TokenizerNode& model);

/// Reads `model` (WordPiece), `normalizer` (BertNormalizer or null) and `pre_tokenizer` (BertPreTokenizer) of
/// a tokenizer.json. Throws Error 4201, or 4202 if a part is not supported.
WordPieceSettings read_wordpiece(const TokenizerNode& model, const TokenizerNode& normalizer,
                                 const TokenizerNode& splitter, Vocabulary& vocabulary);

/// Reads FOLDER/vocab.txt and tokenizer_config.json, if it exists.
TokenizerFile read_vocab_folder(const fs::path& folder);

} // namespace tunedesk::data
