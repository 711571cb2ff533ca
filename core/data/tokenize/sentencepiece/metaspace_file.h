// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/sentencepiece/metaspace.h"
#include "data/tokenize/tokenizer_node.h"
#include "data/tokenize/tokenizer_vocabulary.h"

namespace tunedesk::data {

/// Reads a pre-tokenizer or decoder of type Metaspace. Throws Error 4201.
Metaspace read_metaspace(const TokenizerNode& node);
/// Reads a `decoder`: Metaspace, Replace of a text by a space, ByteFallback, Fuse, Strip of leading spaces, a
/// Sequence of them, or null. Throws Error 4201, or 4202 for another one; the message begins with `kind`, the
/// tokenizer's kind.
SpaceDecoding read_space_decoding(const TokenizerNode& node, const std::string& kind);
ByteTokenIds fallback_byte_ids(const Vocabulary& vocabulary);

} // namespace tunedesk::data
