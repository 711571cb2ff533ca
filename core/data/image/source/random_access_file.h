// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <span>
#include <string>

namespace tunedesk::image {

/// A regular file with random access. If the file is modified or truncated meanwhile, reads return other
/// bytes or throw an Error, but raise no signal. Thread rule: const, from any number of threads.
class RandomAccessFile {
public:
    /// Throws Error 3102 if it cannot be opened or is not a regular file.
    explicit RandomAccessFile(fs::path path);

    const fs::path& path() const { return path_; }
    std::uint64_t size() const { return size_; }
    /// Fills `to` with the bytes from `offset` on, up to the end of the file; returns their number. Throws
    /// Error 3102.
    std::size_t read_at(std::uint64_t offset, std::span<char> to) const;
    /// `bytes` bytes, or fewer at the file's end. Throws Error 3102.
    std::string read_at(std::uint64_t offset, std::size_t bytes) const;

private:
    fs::path path_;
    FileDescriptor file_;
    std::uint64_t size_ = 0;
};

} // namespace tunedesk::image
