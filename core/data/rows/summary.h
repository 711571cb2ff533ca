// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/labels.h"
#include "data/rows/numbers.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::data {

/// Summary of reading one file, for display: used + rejected = total.
struct TableSummary {
    std::string file;
    std::uint64_t bytes = 0, total = 0, used = 0, rejected = 0;
    /// name and rows, in id order; empty without labels or for numbers
    std::vector<std::pair<std::string, std::uint64_t>> classes;
    std::optional<NumberSummary> numbers = {}; ///< for a task of numbers

    /// "train.csv: 35,000 rows (44.2 MiB), 0 rejected; 0: 17,452, 1: 17,548"; only the first ten of many
    /// classes.
    std::string line() const;
};

/// `labels` null: classes are not counted. Throws the errors of label_ids().
TableSummary summarize(const Table& table, const LabelMap* labels = nullptr);

} // namespace tunedesk::data
