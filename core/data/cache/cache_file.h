// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// The path of a cache file: FOLDER/KEY.KIND. `key` is the content hash (32 characters) of everything that
/// determines the contents, `kind` has at most 15 characters.
struct CacheName {
    fs::path folder;
    std::string key, kind;
    fs::path path() const { return folder / (key + "." + kind); }
};

/// A few numbers and up to four sections of bytes, mapped read-only. While the object exists, the file is
/// marked as in use for all processes. Thread rule: immutable.
class CacheFile {
public:
    static constexpr std::size_t max_numbers = 4, max_sections = 4;

    /// Maps a file and validates it: sizes, key, kind, checksums. std::nullopt if it does not exist or is
    /// invalid. Updates its time of last use.
    static std::optional<CacheFile> open(const CacheName& name);

    std::uint64_t number(std::size_t index) const { return numbers_[index]; }
    /// A section as values of T; empty if its size is not a multiple of T's.
    template <class T>
    std::span<const T> section(std::size_t index) const {
        const auto bytes = sections_[index];
        if (bytes.size() % sizeof(T) != 0) return {};
        return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
    }

private:
    CacheFile() = default;
    MappedFile map_;
    FileDescriptor in_use_; ///< holds a shared lock
    std::array<std::uint64_t, max_numbers> numbers_{};
    std::array<std::span<const std::byte>, max_sections> sections_{};
};

/// The bytes of a section, in pieces that need not be contiguous.
using CachePieces = std::vector<std::string_view>;

template <class Values>
std::string_view bytes_of(const Values& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])};
}

/// Writes a file atomically: a reader, another writer or a kill at any time sees it completely or not at all.
/// Temporary file, fsync, rename, fsync of the folder. False if it cannot be written (a full disk, a
/// read-only folder); then no file remains.
bool write_cache_file(const CacheName& name, std::span<const std::uint64_t> numbers,
                      std::span<const CachePieces> sections);

/// Held by the process that makes a file, so that the ranks of a run do not duplicate the work. Advisory:
/// files are made safely without it.
class MakerLock {
public:
    explicit MakerLock(const CacheName& name);
    ~MakerLock();
    MakerLock(const MakerLock&) = delete;
    MakerLock& operator=(const MakerLock&) = delete;

    /// Waits until no other process holds it, for at most `seconds`. Returns immediately if the file system
    /// does not support locks.
    void wait(double seconds);

private:
    bool try_lock();
    fs::path path_;
    FileDescriptor fd_;
    bool held_ = false;
};

/// Removes the least recently used files of a cache folder until the rest has at most `limit` bytes (0: no
/// limit). Files in use by any process and other files are kept.
void evict_cache_files(const fs::path& folder, std::uint64_t limit);

} // namespace tunedesk::data
