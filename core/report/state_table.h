// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/compare.h"

#include <span>
#include <string>
#include <vector>

namespace tunedesk::report {

/// One row per run of several ranks whose memory was measured: rank 0's weights, gradients and optimizer
/// state between the passes, as a fraction of those of a rank with a full copy, beside the theoretical
/// fraction of the strategy. `names`: the names of the runs.
TextTable state_table(std::span<const ComparedRun> runs, const std::vector<std::string>& names);

/// The title of the table.
constexpr const char* state_title = "Model state of a rank";

} // namespace tunedesk::report
