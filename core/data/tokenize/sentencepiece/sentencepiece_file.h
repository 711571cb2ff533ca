// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer_node.h"
#include "data/tokenize/tokenizer_vocabulary.h"

namespace tunedesk::data {

/// Whether the `model` of a tokenizer.json is BPE with `byte_fallback` and without ByteLevel.
bool is_sentencepiece(const TokenizerNode& model, const TokenizerNode& splitter);

/// Reads `model`, `normalizer` (Prepend, Replace of a text, a Sequence of them, or null), `pre_tokenizer`
/// (Metaspace, then splitters; or null) and `decoder` of such a tokenizer.json. Throws Error 4201, or 4202 if
/// a part is not supported.
SentencePieceSettings read_sentencepiece(const TokenizerNode& model, const TokenizerNode& normalizer,
                                         const TokenizerNode& splitter, const TokenizerNode& decoder,
                                         Vocabulary& vocabulary);

} // namespace tunedesk::data
