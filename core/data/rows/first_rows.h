// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "data/rows/row_fault.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::data {

/// The first rows of a file with all columns, unprocessed, for display.
struct FirstRows {
    struct Row {
        std::uint64_t line = 0;
        std::vector<std::string> cells; ///< one per column, each truncated to 4 KiB
        std::optional<RowFault> fault;  ///< why the row is unusable regardless of the columns' roles
    };
    std::vector<std::string> columns; ///< the first 64
    std::vector<Row> rows;
    bool whole = false; ///< these are all rows of the file
};

/// Reads at most `most` rows from the first `sample_bytes` of the (decompressed) file, so that its time does
/// not depend on the file's size. Throws the errors of guess_columns(). Any thread.
FirstRows read_first_rows(const fs::path& path, std::size_t most = 500,
                          std::size_t sample_bytes = 256u << 10);

} // namespace tunedesk::data
