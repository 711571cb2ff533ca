// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/predictions/prediction_table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tunedesk::report {

/// Comparison of two runs on the rows that both have tested, both evaluated with the second one's labels.
struct PairedChange {
    std::size_t rows = 0;              ///< number of rows that both have tested, with a label in both
    std::size_t relabelled = 0;        ///< rows whose label differs in the second
    std::size_t reported = 0;          ///< correct in the first run by its own labels
    std::size_t before = 0, after = 0; ///< correct in the first and the second, by the second's labels
    std::size_t only_before = 0, only_after = 0; ///< correct in only one of them
    double p_value =
        1; ///< exact two-sided McNemar test of the hypothesis that both are equally often correct

    /// A cell of the confusion matrix in which the runs differ, each with its own labels.
    struct Cell {
        std::size_t label = 0, predicted = 0; ///< indices in `names`
        std::size_t before = 0, after = 0;
        std::int64_t change() const {
            return static_cast<std::int64_t>(after) - static_cast<std::int64_t>(before);
        }
    };
    std::vector<std::string> names; ///< the second's classes, followed by those that only the first has
    std::vector<Cell> changed;      ///< the largest change first
};

/// Rows are matched by line number and text. Tables without single classes or without lines have no matching
/// rows.
PairedChange compare_predictions(const PredictionTable& first, const PredictionTable& second);

/// The exact two-sided McNemar test for the counts of rows that are correct in only one run.
double mcnemar_p(std::size_t only_first, std::size_t only_second);

} // namespace tunedesk::report
