// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::hub {

/// Whether one_rows_file() has to convert or join these files.
bool needs_conversion(const std::vector<fs::path>& files);

/// One file for read_table() from the files of a split, which have one format: the file itself if it is a
/// single CSV, TSV or JSONL file; else FOLDER/STEM.csv, .tsv or .jsonl, created if missing: files joined
/// under one header, JSON and Parquet converted to JSONL. `is_cancelled` may be empty. Throws Errors 3102 for
/// files that do not belong together or hold no rows, 3100 if Parquet cannot be read on this machine, 31xx as
/// read_source(), 5001, 5013, 9003.
fs::path one_rows_file(const std::vector<fs::path>& files, const fs::path& folder, const std::string& stem,
                       const std::function<bool()>& is_cancelled);

} // namespace tunedesk::hub
