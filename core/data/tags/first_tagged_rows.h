// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/first_rows.h"
#include "data/rows/table.h"

namespace tunedesk::data {

/// At most the first `most` rows of a file of tagged words, in two columns with the given names: words and
/// tags of a row, each separated by spaces. Reads the whole file. Throws the errors of read_table().
FirstRows read_first_tagged_rows(const fs::path& path, TableSpec spec, std::vector<std::string> columns,
                                 std::size_t most = 500);

} // namespace tunedesk::data
