// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer_node.h"
#include "data/tokenize/tokenizer_vocabulary.h"

#include <functional>

namespace tunedesk::data {

/// Whether the `model` of a tokenizer.json is BPE: by its type or, in old files without a type, by its
/// merges.
bool is_bpe(const TokenizerNode& model);

/// Reads `model` (BPE), `normalizer` (NFC or null) and `pre_tokenizer` (ByteLevel, optionally after splits)
/// of a tokenizer.json. Throws Error 4201, or 4202 if a part is not supported.
ByteLevelSettings read_byte_level(const TokenizerNode& model, const TokenizerNode& normalizer,
                                  const TokenizerNode& splitter, Vocabulary& vocabulary);

/// Adds a vocabulary, {token: id}; ids must be unique.
void read_bpe_vocabulary(const TokenizerNode& node, Vocabulary& vocabulary);
/// Throws Error 4202 for unsupported BPE settings that affect ids.
void check_bpe_settings(const TokenizerNode& model);
/// The merges of a tokenizer.json, as pairs or texts. Throws Error 4201.
std::vector<BpeMerge> read_bpe_merges(const TokenizerNode& node, const Vocabulary& vocabulary);
/// The tokens of single bytes; throws Error 4202 if one is missing.
std::array<std::int32_t, 256> byte_ids_of(const Vocabulary& vocabulary, const std::string& where,
                                          bool drops_others = false);
/// The merge of two tokens; throws Error 4201 at `where()` if they or the result are not in the vocabulary.
BpeMerge merge_of(std::string_view left, std::string_view right, const Vocabulary& vocabulary,
                  const std::function<std::string()>& where);

/// Reads FOLDER/vocab.json and FOLDER/merges.txt, with tokenizer_config.json, special_tokens_map.json and
/// config.json if they exist, as RobertaTokenizer and GPT2Tokenizer of transformers do.
TokenizerFile read_merges_folder(const fs::path& folder);

} // namespace tunedesk::data
