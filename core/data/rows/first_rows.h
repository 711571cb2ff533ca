// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "data/rows/row_fault.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::data {

/// The first rows of a file as they stand there, all columns, to be looked at.
struct FirstRows {
    struct Row {
        std::uint64_t line = 0;
        std::vector<std::string> cells; ///< one a column, each cut to 4 KiB
        std::optional<RowFault> fault;  ///< why the row cannot be used whatever the columns mean
    };
    std::vector<std::string> columns; ///< the first 64
    std::vector<Row> rows;
    bool whole = false; ///< these are all rows of the file
};

/// Reads at most `most` rows from the first `sample_bytes` of the (decompressed) file, so its time does not
/// depend on the file's size. Throws as guess_columns() does. Any thread.
FirstRows read_first_rows(const fs::path& path, std::size_t most = 500,
                          std::size_t sample_bytes = 256u << 10);

} // namespace tunedesk::data
