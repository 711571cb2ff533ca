// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <utility>
#include <vector>

namespace tunedesk::data {

/// A column in a file's first rows.
struct SampledColumn {
    std::string name;
    std::vector<std::string> values; ///< of the rows that have one, each truncated to 4 KiB
    std::size_t distinct = 0;        ///< number of distinct values among them
    double mean_length = 0;          ///< in bytes
    double number_share = 0;         ///< fraction of values that are numbers
};

/// The probable contents of a file of rows, guessed from names and first rows. Any part may be empty: then
/// the user must choose.
struct Guess {
    std::vector<SampledColumn> columns; ///< the first 64
    std::string text_column, label_column;
    fs::path validation, test; ///< files in the same folder that belong to it by name (train.csv, test.csv)
    bool whole = false;        ///< the sample is the whole file
};

/// Reads the first `sample_bytes` of the (decompressed) file, so that its time does not depend on the file's
/// size. Throws the errors of read_table() for a file of another kind, an unreadable one, or an unusable
/// header. Any thread.
Guess guess_columns(const fs::path& path, std::size_t sample_bytes = 256u << 10);

/// The guess as flags of `preset new` with their values, without undetermined ones.
std::vector<std::pair<std::string, std::string>> flags_of(const Guess& guess);

} // namespace tunedesk::data
