// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::task {

/// A figure of an evaluation.
struct Metric {
    const char* name = "";   ///< field of Eval events, key of report.json, end of TensorBoard's tags
    const char* column = ""; ///< in metrics.csv behind train_, val_ and test_; "val_" and it are a monitor
    const char* title = "";  ///< in English; the window translates it
    bool more_is_better = true;
    bool of_steps = false; ///< a training step has it too
    /// Of sentence embeddings: the rows whose evaluations have it.
    enum class Rows { all, scored, unscored, triplets } rows = Rows::all;
};

/// Name of the metric: the share of triplets whose first text is nearer to the second than to the third.
extern const char* const nearer_in_triplets;

/// Values by a metric's name, in a task's order.
using Values = std::vector<std::pair<std::string, double>>;
/// std::nullopt for a metric that is not among them.
std::optional<double> value_of(const Values& values, std::string_view name);

} // namespace tunedesk::task
