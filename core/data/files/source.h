// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "data/files/byte_buffer.h"
#include "data/files/compression.h"

#include <cstdint>
#include <string>

namespace tunedesk::data {

enum class Format { csv, tsv, jsonl, lines, conll };

struct FileKind {
    Format format{};
    Compression compression{};
};

/// Format and compression by a file's name (.csv .tsv .jsonl .ndjson .json, then .gz .zst, any case). Throws
/// Error 3100 for Parquet, 3135 for anything else. With `texts`, .txt and .tokens are accepted as files of
/// lines.
FileKind kind_of_name(const fs::path& path, bool texts = false);
/// The same for a file of tagged words: .conll, .conllu, .txt and .tsv have one word per line, .jsonl,
/// .ndjson and .json one list per line.
FileKind kind_of_tagged_name(const fs::path& path);

/// A whole file, decompressed, with a JSON array converted to lines (json_array.h). The bytes are a private
/// copy: changes of the file during the run do not affect the rows.
struct Source {
    ByteBuffer bytes;
    std::string hash; ///< of the stored file, compressed or not
    std::uint64_t file_bytes = 0;
    std::int64_t modified_ns = 0;
};

/// Reads a file of `kind`. Throws Error 3102 (unreadable), 3104, 3133 or 3134 (its first bytes indicate
/// another kind than its name), 3100 (Parquet under another name), 3105 (see decompress), 3108 (empty), 3136
/// (modified meanwhile), and the errors of json_array_to_lines().
Source read_source(const fs::path& path, const FileKind& kind);

/// Reads size and modification time of a regular file; false with errno set on failure.
bool file_stamp(const fs::path& path, std::uint64_t& bytes, std::int64_t& modified_ns);

} // namespace tunedesk::data
