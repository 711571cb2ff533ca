// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::task {

/// A metric of an evaluation.
struct Metric {
    const char* name = ""; ///< field of Eval events, key of report.json, suffix of TensorBoard's tags
    const char* column =
        ""; ///< suffix of metrics.csv's columns train_, val_ and test_; "val_" + column is a monitor
    const char* title = ""; ///< in English; the window translates it
    bool more_is_better = true;
    bool of_steps = false; ///< training steps have it too
    /// For sentence embeddings: the kind of rows for which it is computed.
    enum class Rows { all, scored, unscored, triplets } rows = Rows::all;
};

/// Name of the metric: the fraction of triplets whose first text is nearer to the second than to the third.
extern const char* const nearer_in_triplets;

/// Values by the metrics' names, in the order of the task.
using Values = std::vector<std::pair<std::string, double>>;
/// std::nullopt if the metric is not in `values`.
std::optional<double> value_of(const Values& values, std::string_view name);

} // namespace tunedesk::task
