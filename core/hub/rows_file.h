// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::hub {

/// Whether files need one_rows_file() to make another one.
bool needs_conversion(const std::vector<fs::path>& files);

/// One file that read_table() reads, of the files of a split, which have one format: the file itself where
/// there is one of CSV, TSV or JSONL; else FOLDER/STEM.csv, .tsv or .jsonl, which is made where it is not
/// there: files joined under one header, JSON and Parquet as JSONL. `is_cancelled` may be empty. Throws
/// Errors 3102 for files that do not belong together or are no rows, 3100 if Parquet cannot be read here,
/// 31xx as read_source(), 5001, 5013, 9003.
fs::path one_rows_file(const std::vector<fs::path>& files, const fs::path& folder, const std::string& stem,
                       const std::function<bool()>& is_cancelled);

} // namespace tunedesk::hub
