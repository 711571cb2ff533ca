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

/// The rows of one file as token ids: a memory-mapped cache file that ranks share. Row i of the set is row i
/// of the table or the rows it was made from.
class TokenizedSet {
public:
    struct Data; ///< where the ids lie: token_cache.cpp alone knows
    std::size_t size() const;
    std::span<const std::int32_t> ids(std::size_t row) const;
    /// Of all rows, one after another.
    std::span<const std::int32_t> all_ids() const;
    /// How many of the row's last tokens have type id 1.
    std::uint32_t type_one(std::size_t row) const;
    /// Of each of the row's tokens 1 where it is part of an answer, else 0; empty but of conversations.
    std::span<const std::uint8_t> learned(std::size_t row) const;
    /// How many of the row's tokens are learnt: those that stand behind another.
    std::uint32_t answer_tokens(std::size_t row) const;
    std::uint32_t length(std::size_t row) const;
    /// Rows that max_length cut, and all tokens.
    std::uint64_t truncated() const;
    std::uint64_t tokens() const;
    /// Content hash of everything that decided the ids: the name of the cache file.
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

/// Appends the ids of a row of one text, its ending included, and returns how many (TokenizeSpec::ending).
std::size_t encode_ended(std::string_view text, const std::string& ending, const Tokenizer& tokenizer,
                         std::vector<std::int32_t>& ids);

/// Where token ids and features are cached: cache_home() / "tokens".
fs::path token_cache_folder();

struct TokenizeSpec {
    int max_length = 512;
    bool truncate_left = false;
    bool has_pair = false;
    SlidingWindows windows = {}; ///< of single texts: a row holds its windows, one behind the other
    /// Rows follow each other as one text, each with this behind it, without the special tokens of a row; of
    /// tokenizers that give spans.
    std::optional<std::string> ending = std::nullopt;
    std::shared_ptr<const ChatTemplate> chat = nullptr; ///< rows are conversations of this form
    int threads = 0;                                    ///< 0: all cores
    fs::path cache_folder;         ///< usually token_cache_folder(); empty: no cache file, memory only
    std::uint64_t cache_limit = 0; ///< bytes of the folder above which files unused for longest go; 0: none
};

/// Opens the cache file that the hashes of texts, tokenizer and settings name, or makes it: tokenizes with
/// all threads, writes a temporary file, fsync, rename. Two writers at once are safe, as is a kill at any
/// instant; a damaged file is written again; a full disk falls back to memory. After a new file the folder is
/// brought below cache_limit. `progress(done, total)` is called from the calling thread, only where the file
/// is made. Throws Error 2251 if max_length is smaller than the number of special tokens, and 4202 for
/// windows whose tokens would not all be of type 0.
TokenizedSet tokenize(std::span<const Table::Row> rows, const Tokenizer& tokenizer, const TokenizeSpec& spec,
                      const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = {});
inline TokenizedSet tokenize(const Table& table, const Tokenizer& tokenizer, const TokenizeSpec& spec,
                             const std::function<void(std::uint64_t, std::uint64_t)>& progress = {}) {
    return tokenize(std::span(table.rows()), tokenizer, spec, progress);
}

/// The texts of a table's rows as rows of their own: of each its text, its pair and, with `negatives`, its
/// negative. They live as long as the table.
std::vector<Table::Row> single_texts(const Table& table, bool negatives);

} // namespace tunedesk::data
