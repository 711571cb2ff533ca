// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/table.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::data {

/// A label to write in place of the one that the row beginning at `line` has.
struct LabelChange {
    std::uint64_t line = 0;
    std::string label; ///< as the file writes labels
};

/// What became of one change.
struct ChangedLabel {
    std::uint64_t line = 0;
    std::uint64_t row = 0;     ///< from 1, the header not counted, rejected rows counted
    std::string before, after; ///< labels as the file writes them
};

/// A file's text with other labels: decompressed, every other byte as it was, changes in the rows' order.
struct CorrectedFile {
    std::string text;
    std::vector<ChangedLabel> changes;
};

/// Reads the file as read_table() does with `spec`, asks `changes` what to change in its rows, and changes
/// those labels; one that is the same already is no change. Throws what read_table() throws, and 3118 if a
/// line begins no used row, the file has no labels, or a label cannot be written in this format.
CorrectedFile
correct_labels(const fs::path& path, const TableSpec& spec,
               const std::function<std::vector<LabelChange>(const std::vector<Table::Row>&)>& changes);

} // namespace tunedesk::data
