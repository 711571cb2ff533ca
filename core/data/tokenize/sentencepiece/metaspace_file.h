// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/sentencepiece/metaspace.h"
#include "data/tokenize/tokenizer_node.h"
#include "data/tokenize/tokenizer_vocabulary.h"

namespace tunedesk::data {

/// Reads a pre-tokenizer, or a decoder, Metaspace. Throws Error 4201.
Metaspace read_metaspace(const TokenizerNode& node);
/// Reads a `decoder`: Metaspace, Replace of a text by a space, ByteFallback, Fuse, Strip of spaces at the
/// begin, a Sequence of them, or null. Throws Error 4201, or 4202 for another one, which `kind`, the
/// tokenizer's, begins.
SpaceDecoding read_space_decoding(const TokenizerNode& node, const std::string& kind);
ByteTokenIds fallback_byte_ids(const Vocabulary& vocabulary);

} // namespace tunedesk::data
