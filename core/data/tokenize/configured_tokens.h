// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer_vocabulary.h"

#include <optional>

/// The added and special tokens of tokenizer_config.json, as transformers 4.57 reads it.
namespace tunedesk::data {

/// Tokenizer classes of transformers, by the special tokens they add where the configuration names none.
enum class TokenizerClass { bert, roberta, gpt2, llama, gemma, albert, t5, deberta_v2, other };

/// A special token as the configuration writes it: its text, or an object with its flags.
std::optional<AddedToken> configured_token(const Json& value, const std::string& where);
/// The token of a role ("pad_token"), the class's own where the configuration does not name one.
std::optional<AddedToken> role_token(const Json& config, const std::string& where, TokenizerClass of,
                                     std::string_view role);
/// All tokens, each content once: those of `added_tokens_decoder` by their ids, then those of the roles.
std::vector<AddedToken> configured_tokens(const Json& config, const std::string& where, TokenizerClass of);

/// Adds what tokenizer_config.json (`config`, at `where`) says of added tokens to those of a tokenizer.json.
void add_configured_tokens(const Json& config, const std::string& where, TokenizerClass of,
                           Vocabulary& vocabulary, TokenizerFile& file);

/// Everything of added tokens that decides ids, for hashes.
std::string identity_of(const std::vector<AddedToken>& added);

/// The object in a file of a tokenizer's folder; an empty one where the file is not there.
Json read_json_object(const fs::path& path);
/// Throws Error 4204 if FOLDER/added_tokens.json holds a token that is neither in the vocabulary nor among
/// `described`.
void check_added_tokens_file(const fs::path& folder, const Vocabulary& vocabulary,
                             const std::vector<AddedToken>& described);
/// Throws Error 4205 if the file gives a token another id than `vocabulary`, to which it has been added.
void check_added_ids(const fs::path& folder, const Vocabulary& vocabulary);
/// Lines as Python's universal newlines give them: \n, \r\n or \r end one.
std::vector<std::string_view> universal_lines(std::string_view text);

} // namespace tunedesk::data
