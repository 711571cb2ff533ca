// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer_file.h"
#include "data/tokenize/tokenizer_node.h"

#include <optional>
#include <unordered_map>

namespace tunedesk::data {

/// Collects the tokens of a tokenizer while its files are read, within limits that protect memory from an
/// untrusted file.
class Vocabulary {
public:
    static constexpr std::uint64_t id_limit = 1u << 24;
    static constexpr std::size_t token_limit = 512;       ///< bytes of one token
    static constexpr std::size_t total_limit = 16u << 20; ///< bytes of all

    void reserve(std::size_t count);
    /// False if a limit is exceeded. An existing token gets the new id.
    bool add(const std::string& text, std::int32_t id);
    /// Adds all of {token: id}. Throws Error 4201 if a limit is exceeded or an id is invalid.
    void read(const TokenizerNode& tokens);
    /// An id that several tokens have; std::nullopt if there is none.
    std::optional<std::int32_t> repeated_id() const;
    std::optional<std::int32_t> find(const std::string& text) const;
    /// Assigns the vocabulary's id to the token, or the next free one, as `tokenizers` does regardless of the
    /// id in the file, and appends it. Returns a description of the problem, or "".
    std::string add_token(AddedToken token, std::vector<AddedToken>& added);
    /// The same for a token of tokenizer_config.json in addition to a tokenizer.json, as transformers adds
    /// it: an existing token is kept, and if neither is special and flags differ, both are searched for.
    std::string add_configured(const AddedToken& token, std::vector<AddedToken>& added);
    bool has_added(const std::string& content) const { return added_.contains(content); }
    std::int32_t size() const { return size_; } ///< the largest id + 1
    std::vector<VocabularyPiece> take();

private:
    std::vector<VocabularyPiece> pieces_;
    std::unordered_map<std::string, std::size_t> index_;
    std::unordered_map<std::string, AddedToken> added_;
    std::size_t bytes_ = 0;
    std::int32_t size_ = 0;
    std::optional<std::int32_t> next_id_;
};

/// Validates the templates, moves the tokens to `file`, and sets the sizes.
void finish(TokenizerFile& file, Vocabulary& vocabulary, const std::string& where);

} // namespace tunedesk::data
