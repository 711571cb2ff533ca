// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::ui {

class FigureTable;

/// Figures of a Step event that are more than a curve; 0 where it lacks them, and NaN if the task has no
/// accuracy.
struct StepFigures {
    double epoch = 0, tokens = 0, step_seconds = 0, loss = 0,
           accuracy = std::numeric_limits<double>::quiet_NaN(), rss_bytes = 0, gpu_allocated_bytes = 0;
};

/// Whether NaN stands for "not measured" in the figure.
bool may_be_unmeasured(const std::string& name);

/// Where the figures of Step events with the same keys belong: their columns of a table, and their members of
/// StepFigures.
class StepColumns {
public:
    StepColumns() = default;
    /// Makes the columns that the table lacks. "epoch" has none.
    StepColumns(const std::vector<std::string>& keys, FigureTable& table);

    // `values`: one for each of the keys.
    StepFigures figures(const std::vector<double>& values, double epoch) const;
    /// Sets the figures of the row begun.
    void fill(const std::vector<double>& values, FigureTable& table) const;

private:
    std::vector<std::optional<std::size_t>> columns_;
    std::vector<double StepFigures::*> members_; ///< null: a curve alone
    std::vector<bool> nan_is_missing_;
};

} // namespace tunedesk::ui
