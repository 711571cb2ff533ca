// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/batch/sliding_windows.h"
#include "data/chat/chat_template.h"
#include "data/rows/table.h"
#include "data/tokenize/tokenizer.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace tunedesk::data {

/// The token ids of the rows of one file, in a memory-mapped cache file that ranks share. Row i of the set is
/// row i of the table or the rows it was made from.
class TokenizedSet {
public:
    struct Data; ///< location of the ids: private to token_cache.cpp
    std::size_t size() const;
    std::span<const std::int32_t> ids(std::size_t row) const;
    /// The ids of all rows, concatenated.
    std::span<const std::int32_t> all_ids() const;
    /// Number of the row's trailing tokens with type id 1.
    std::uint32_t type_one(std::size_t row) const;
    /// For each of the row's tokens 1 if it is part of an answer, else 0; empty unless rows are
    /// conversations.
    std::span<const std::uint8_t> learned(std::size_t row) const;
    /// Number of the row's tokens that are trained: answer tokens with a preceding token.
    std::uint32_t answer_tokens(std::size_t row) const;
    std::uint32_t length(std::size_t row) const;
    /// Number of rows truncated by max_length, and of all tokens.
    std::uint64_t truncated() const;
    std::uint64_t tokens() const;
    /// Content hash of everything that determines the ids: the name of the cache file.
    const std::string& key() const;

    TokenizedSet(TokenizedSet&&) noexcept;
    TokenizedSet& operator=(TokenizedSet&&) noexcept;
    ~TokenizedSet();

private:
    friend TokenizedSet tokenize(std::span<const Table::Row>, const Tokenizer&, const struct TokenizeSpec&,
                                 const std::function<void(std::uint64_t, std::uint64_t)>&);
    explicit TokenizedSet(std::shared_ptr<const Data> data);
    std::shared_ptr<const Data> data_;
};

/// Appends the ids of a row of one text, including its ending, and returns their number
/// (TokenizeSpec::ending).
std::size_t encode_ended(std::string_view text, const std::string& ending, const Tokenizer& tokenizer,
                         std::vector<std::int32_t>& ids);

/// The cache folder of token ids and features: cache_home() / "tokens".
fs::path token_cache_folder();

struct TokenizeSpec {
    int max_length = 512;
    bool truncate_left = false;
    bool has_pair = false;
    SlidingWindows windows = {}; ///< for single texts: a row holds its windows, concatenated
    /// Rows are concatenated to one text, each followed by this text, without special tokens per row;
    /// requires a tokenizer with spans.
    std::optional<std::string> ending = std::nullopt;
    std::shared_ptr<const ChatTemplate> chat = nullptr; ///< rows are conversations in this form
    int threads = 0;                                    ///< 0: all cores
    fs::path cache_folder; ///< usually token_cache_folder(); empty: no cache file, memory only
    /// size of the folder above which the least recently used files are removed; 0: no limit
    std::uint64_t cache_limit = 0;
};

/// Opens the cache file named by the hashes of texts, tokenizer and settings, or makes it: tokenizes with all
/// threads, writes a temporary file, fsync, rename. Safe with concurrent writers and a kill at any time; a
/// damaged file is replaced; with a full disk the result is kept in memory. After writing, the folder is
/// reduced below cache_limit. `progress(done, total)` is called from the calling thread, only if the file is
/// made. Throws Error 2251 if max_length is smaller than the number of special tokens, and 4202 for windows
/// whose tokens would not all have type 0.
TokenizedSet tokenize(std::span<const Table::Row> rows, const Tokenizer& tokenizer, const TokenizeSpec& spec,
                      const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = {});
inline TokenizedSet tokenize(const Table& table, const Tokenizer& tokenizer, const TokenizeSpec& spec,
                             const std::function<void(std::uint64_t, std::uint64_t)>& progress = {}) {
    return tokenize(std::span(table.rows()), tokenizer, spec, progress);
}

/// The texts of a table's rows as separate rows: of each its text, its pair and, with `negatives`, its
/// negative. They are valid as long as the table.
std::vector<Table::Row> single_texts(const Table& table, bool negatives);

} // namespace tunedesk::data
