// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer_vocabulary.h"

#include <optional>

/// The added and special tokens of tokenizer_config.json, as transformers 4.57 reads it.
namespace tunedesk::data {

/// Tokenizer classes of transformers, by the special tokens they add if the configuration names none.
enum class TokenizerClass { bert, roberta, gpt2, llama, gemma, albert, t5, deberta_v2, other };

/// Parses a special token of the configuration: its text, or an object with its flags.
std::optional<AddedToken> configured_token(const Json& value, const std::string& where);
/// The token of a role ("pad_token"); the class's default if the configuration has none.
std::optional<AddedToken> role_token(const Json& config, const std::string& where, TokenizerClass of,
                                     std::string_view role);
/// All tokens, unique by content: those of `added_tokens_decoder` by id, then those of the roles.
std::vector<AddedToken> configured_tokens(const Json& config, const std::string& where, TokenizerClass of);

/// Adds the added tokens of tokenizer_config.json (`config`, at `where`) to those of a tokenizer.json.
void add_configured_tokens(const Json& config, const std::string& where, TokenizerClass of,
                           Vocabulary& vocabulary, TokenizerFile& file);

/// All properties of added tokens that affect ids, for hashes.
std::string identity_of(const std::vector<AddedToken>& added);

/// The object in a file of a tokenizer's folder; empty if the file does not exist.
Json read_json_object(const fs::path& path);
/// Throws Error 4204 if FOLDER/added_tokens.json holds a token that is neither in the vocabulary nor in
/// `described`.
void check_added_tokens_file(const fs::path& folder, const Vocabulary& vocabulary,
                             const std::vector<AddedToken>& described);
/// Throws Error 4205 if the file assigns another id to a token than `vocabulary`, to which it has been added.
void check_added_ids(const fs::path& folder, const Vocabulary& vocabulary);
/// Lines as in Python's universal newlines mode:
/// , \r
///  or \r end a line.
std::vector<std::string_view> universal_lines(std::string_view text);

} // namespace tunedesk::data
