// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "best/best_run.h"
#include "run/best/best_plan.h"
#include "run/best/best_result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::app {

/// The result of `best`.
struct BestOutcome {
    const BestOptions& options;
    std::vector<std::string> chosen; ///< assignments, besides the learning rate
    run::BestMetrics metrics;
    std::optional<run::BestPlan> plan; ///< std::nullopt if the time did not suffice
    std::vector<run::BestRow> rows;
    std::optional<std::size_t> best; ///< of the rows, the recommended one
    std::optional<run::MeanRow> mean;
    double step_seconds = 0, seconds = 0;
};

/// A table of the rates, what was not finished, and the recommended model, or that there is none.
void print_outcome(const BestOutcome& outcome);
Json to_json(const BestOutcome& outcome);

} // namespace tunedesk::app
