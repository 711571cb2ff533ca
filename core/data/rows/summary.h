// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/labels.h"
#include "data/rows/numbers.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::data {

/// What was read of one file, for the user: used + rejected = total.
struct TableSummary {
    std::string file;
    std::uint64_t bytes = 0, total = 0, used = 0, rejected = 0;
    std::vector<std::pair<std::string, std::uint64_t>>
        classes;                               ///< name and rows, in id order; empty: no labels, or numbers
    std::optional<NumberSummary> numbers = {}; ///< of a task of numbers

    /// "train.csv: 35,000 rows (44.2 MiB), 0 rejected; 0: 17,452, 1: 17,548"; of many classes the first ten.
    std::string line() const;
};

/// `labels` null: no classes are counted. Throws as label_ids does.
TableSummary summarize(const Table& table, const LabelMap* labels = nullptr);

} // namespace tunedesk::data
