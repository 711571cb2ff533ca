// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/source/random_access_file.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tunedesk::image {

/// A file in a zip archive, as listed in the central directory.
struct ZipEntry {
    std::string name;
    std::uint64_t header = 0; ///< offset of its local header
    std::uint64_t packed_bytes = 0, bytes = 0;
    std::uint32_t crc = 0;
    bool deflated = false; ///< false: stored
};

/// A zip archive (PKWARE's APPNOTE, including Zip64) whose directory is read once, so that its files can be
/// read in any order. libarchive's reader is sequential and belongs to one thread. Thread rule: const, from
/// any number of threads.
class ZipArchive {
public:
    /// Reads the directory. Throws Error 3102 if the file cannot be read, and 3157 if it is not a zip
    /// archive, is damaged, split or encrypted, uses a method other than deflate, or is dangerous: names that
    /// are absolute or have "..", links, duplicate names, overlapping files.
    explicit ZipArchive(const fs::path& path);

    /// The archive's files, without folders, sorted by name.
    const std::vector<ZipEntry>& entries() const { return entries_; }
    const RandomAccessFile& file() const { return file_; }
    /// Content hash of the directory, which includes each file's checksum.
    const std::string& hash() const { return hash_; }

    /// A file's decompressed bytes. Throws Error 3102, 3154 if its data or checksum is wrong, 3157 if it is
    /// larger than `most_bytes`, which is checked before memory is allocated.
    std::string read(const ZipEntry& entry, std::uint64_t most_bytes) const;

private:
    void read_directory();
    void check_places(std::uint64_t directory) const;

    RandomAccessFile file_;
    std::vector<ZipEntry> entries_;
    std::string hash_;
};

} // namespace tunedesk::image
