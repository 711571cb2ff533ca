// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/predictions/prediction_table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tunedesk::report {

/// Two runs on the rows that both have tested, both judged by the second one's labels.
struct PairedChange {
    std::size_t rows = 0;              ///< that both have tested, with a label in both
    std::size_t relabelled = 0;        ///< of these, whose label is another in the second
    std::size_t reported = 0;          ///< right in the first run by its own labels
    std::size_t before = 0, after = 0; ///< right in the first and the second, by the second's labels
    std::size_t only_before = 0, only_after = 0; ///< right in one of them alone
    double p_value = 1; ///< exact two-sided McNemar test: that both are right equally often

    /// A cell of the confusion matrix in which the runs differ, each by its own labels.
    struct Cell {
        std::size_t label = 0, predicted = 0; ///< of `names`
        std::size_t before = 0, after = 0;
        std::int64_t change() const {
            return static_cast<std::int64_t>(after) - static_cast<std::int64_t>(before);
        }
    };
    std::vector<std::string> names; ///< the second's classes, and behind them what only the first has
    std::vector<Cell> changed;      ///< the largest change first
};

/// Rows are the same that begin in the same line with the same text. Of tables without single classes or
/// without lines no row is the same.
PairedChange compare_predictions(const PredictionTable& first, const PredictionTable& second);

/// The exact two-sided McNemar test of two counts of rows that are right in one run alone.
double mcnemar_p(std::size_t only_first, std::size_t only_second);

} // namespace tunedesk::report
