// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <utility>
#include <vector>

namespace tunedesk::data {

/// A column of a file's first rows.
struct SampledColumn {
    std::string name;
    std::vector<std::string> values; ///< of the rows that have one, each cut to 4 KiB
    std::size_t distinct = 0;        ///< among these values
    double mean_length = 0;          ///< bytes
    double number_share = 0;         ///< of the values that are numbers
};

/// What a file of rows most likely holds, judged by names and first rows. Anything may be empty: then the
/// user must choose it.
struct Guess {
    std::vector<SampledColumn> columns; ///< the first 64
    std::string text_column, label_column;
    fs::path validation, test; ///< files beside it that belong to it by their names (train.csv, test.csv)
    bool whole = false;        ///< the sample is the whole file
};

/// Reads the first `sample_bytes` of the (decompressed) file; so its time does not depend on the file's size.
/// Throws as read_table does for a file of another kind, or that cannot be read, or has no usable header. Any
/// thread.
Guess guess_columns(const fs::path& path, std::size_t sample_bytes = 256u << 10);

/// The guess as flags of `preset new` with their values; without those that it leaves open.
std::vector<std::pair<std::string, std::string>> flags_of(const Guess& guess);

} // namespace tunedesk::data
