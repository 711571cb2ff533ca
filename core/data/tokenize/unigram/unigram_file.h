// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer_node.h"
#include "data/tokenize/tokenizer_vocabulary.h"

namespace tunedesk::data {

/// Whether the `model` of a tokenizer.json is Unigram.
bool is_unigram(const TokenizerNode& model);

/// Reads `model` (Unigram), `normalizer` (as read_normal_step(), a Sequence of them, or null),
/// `pre_tokenizer` (Metaspace, splitters, a Sequence of them, or null) and `decoder` of a tokenizer.json.
/// Throws Error 4201, or 4202 if a part is not supported.
UnigramSettings read_unigram(const TokenizerNode& model, const TokenizerNode& normalizer,
                             const TokenizerNode& splitter, const TokenizerNode& decoder,
                             Vocabulary& vocabulary);

} // namespace tunedesk::data
