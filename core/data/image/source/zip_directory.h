// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/source/zip_archive.h"

#include <optional>

namespace tunedesk::image {

/// Little-endian numbers in a zip file's structures. Callers must check lengths.
std::uint16_t zip_u16(std::string_view bytes, std::size_t at);
std::uint32_t zip_u32(std::string_view bytes, std::size_t at);
std::uint64_t zip_u64(std::string_view bytes, std::size_t at);

/// Throws Error 3157.
[[noreturn]] void refuse_archive(std::string what, const std::string& where);

/// Position of the central directory, and its number of entries.
struct ZipDirectory {
    std::uint64_t offset = 0, bytes = 0, entries = 0;
};
/// Finds the end-of-central-directory record. Throws Error 3157.
ZipDirectory find_zip_directory(const RandomAccessFile& file);

/// Removes the first entry from the directory and returns it; std::nullopt for a folder. Throws Error 3157.
std::optional<ZipEntry> take_zip_entry(std::string_view& directory, const std::string& where);

} // namespace tunedesk::image
