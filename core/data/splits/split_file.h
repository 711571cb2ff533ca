// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/labels.h"

namespace tunedesk::data {

/// The contents of a split file: CSV with the columns line and split, one row for every used row of the
/// table. `line` is the line of the row's first byte, from 1, as in predictions.csv; `split` is train,
/// validation or test.
std::string split_file_text(const Table& table, const RowSplit& split);

/// Reads a split file for the rows of `table`; each list is ascending. Throws Error 3191 if it cannot be
/// read, 3195 or 3196 if it is not a split file, 3192 if it lists a line that begins no used row, 3197 for a
/// row that it lists twice and 3198 for one that it does not list.
RowSplit read_split_file(const fs::path& path, const Table& table);

} // namespace tunedesk::data
