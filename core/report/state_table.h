// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/compare.h"

#include <span>
#include <string>
#include <vector>

namespace tunedesk::report {

/// A row a run of several ranks whose memory was measured: what rank 0 keeps of weights, gradients and the
/// optimizer's state between the passes, as a part of what a rank with a copy of everything would keep,
/// beside the part that its strategy comes to in theory. `names`: the runs'.
TextTable state_table(std::span<const ComparedRun> runs, const std::vector<std::string>& names);

/// What stands above it.
constexpr const char* state_title = "Model state of a rank";

} // namespace tunedesk::report
