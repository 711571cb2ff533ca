// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/compare.h"

#include <string>
#include <vector>

namespace tunedesk::app {

/// The folders of the runs that were queued under this name, the first started first. Throws Error
/// group_unknown if there are none.
std::vector<std::string> runs_of_group(const std::string& group);

/// Reads run folders. Throws what report::read_run() throws.
std::vector<report::ComparedRun> read_folders(const std::vector<fs::path>& runs);

/// Reads run folders and compares them. Throws what report::read_run() throws.
report::Comparison compare_folders(const std::vector<fs::path>& runs);

/// Writes compare.md, compare.csv and, where seeds repeat, settings.csv into `out`, which is made, and bar
/// charts as PDF and PNG where tunedesk-gui is there to draw them; prints what was written. Throws Error
/// 5001, 5002.
void write_comparison(const report::Comparison& comparison, const std::vector<fs::path>& runs,
                      const fs::path& out);

} // namespace tunedesk::app
