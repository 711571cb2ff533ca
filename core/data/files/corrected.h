// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/table.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::data {

/// A new label for the row that begins at `line`.
struct LabelChange {
    std::uint64_t line = 0;
    std::string label; ///< as written in the file
};

/// The result of one change.
struct ChangedLabel {
    std::uint64_t line = 0;
    std::uint64_t row = 0;     ///< from 1, without the header, including rejected rows
    std::string before, after; ///< labels as written in the file
};

/// A file's text with changed labels: decompressed, all other bytes unchanged; changes in the order of the
/// rows.
struct CorrectedFile {
    std::string text;
    std::vector<ChangedLabel> changes;
};

/// Reads the file as read_table() does with `spec`, calls `changes` for the changes to its rows, and applies
/// them; equal labels are not counted as changes. Throws the errors of read_table(), and 3118 if a line
/// begins no used row, the file has no labels, or a label cannot be written in this format.
CorrectedFile
correct_labels(const fs::path& path, const TableSpec& spec,
               const std::function<std::vector<LabelChange>(const std::vector<Table::Row>&)>& changes);

} // namespace tunedesk::data
