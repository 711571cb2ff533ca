#pragma once

#include "base/file.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::data {

/// Token ids of many rows as the cache file lays them out, in a mapped file or in memory:
/// header, offsets (rows + 1, in ids), type-one counts (rows), ids.
struct TokenRows {
    std::span<const std::uint64_t> offsets;
    std::span<const std::uint32_t> type_one;
    std::span<const std::int32_t> ids;
    std::uint64_t truncated = 0;

    MappedFile file; ///< or, where there is no cache file:
    std::vector<std::uint64_t> own_offsets;
    std::vector<std::uint32_t> own_type_one;
    std::vector<std::int32_t> own_ids;
};

/// What a cache file says before its ids.
struct TokenTables {
    std::vector<std::uint64_t> offsets;
    std::vector<std::uint32_t> type_one;
    std::uint64_t truncated = 0;
};

/// Maps a cache file and checks all of it: sizes, that it was made for `key` (32 characters) and `rows`, and
/// the checksums of tables and ids. Nothing where it is not there or anything is wrong.
std::shared_ptr<const TokenRows> open_token_file(const fs::path& path, const std::string& key,
                                                 std::size_t rows);

/// Writes a cache file so that a reader, another writer or a kill at any instant sees it whole or not at all:
/// temporary file, fsync, rename, fsync of the folder. False where the system refuses (a full disk, a
/// read-only folder); nothing is then left behind.
bool write_token_file(const fs::path& path, const std::string& key, const TokenTables& tables,
                      std::span<const std::vector<std::int32_t>> blocks);

} // namespace tunedesk::data
