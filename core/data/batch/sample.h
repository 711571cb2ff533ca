// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/files/source.h"

#include <cstddef>
#include <string>

namespace tunedesk::data {

/// The beginning of a file of rows, decompressed, without a byte order mark.
struct Sample {
    std::string text;   ///< whole lines, so that a row that is cut off is not taken for a broken one
    bool whole = false; ///< the sample is the whole file
};

/// Reads about `bytes` of a file, whose size does not matter. Throws Error 3120 if it cannot be read, 3121 if
/// it is empty, 3122 if it is UTF-16 or UTF-32, and as decompress() does.
Sample read_sample(const fs::path& path, const FileKind& kind, std::size_t bytes);

} // namespace tunedesk::data
