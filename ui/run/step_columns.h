// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::ui {

class FigureTable;

/// Values of a Step event that are used for more than a curve; 0 if missing, accuracy NaN if the task has
/// none.
struct StepFigures {
    double epoch = 0, tokens = 0, step_seconds = 0, loss = 0,
           accuracy = std::numeric_limits<double>::quiet_NaN(), rss_bytes = 0, gpu_allocated_bytes = 0;
};

/// Whether NaN means "not measured" for this value.
bool may_be_unmeasured(const std::string& name);

/// Maps the values of Step events with the same keys to columns of a table and members of StepFigures.
class StepColumns {
public:
    StepColumns() = default;
    /// Adds missing columns to the table. "epoch" has no column.
    StepColumns(const std::vector<std::string>& keys, FigureTable& table);

    // `values`: one for each of the keys.
    StepFigures figures(const std::vector<double>& values, double epoch) const;
    /// Sets the values of the table's current row.
    void fill(const std::vector<double>& values, FigureTable& table) const;

private:
    std::vector<std::optional<std::size_t>> columns_;
    std::vector<double StepFigures::*> members_; ///< null: only a curve
    std::vector<bool> nan_is_missing_;
};

} // namespace tunedesk::ui
