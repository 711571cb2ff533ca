// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/json.h"
#include "event/run_status.h"

#include <map>
#include <string>
#include <vector>

namespace tunedesk::run {

/// Summary of a run: a row of `list`, from this machine or another.
struct ListedRun {
    fs::path path; ///< on the machine that lists it
    std::string name, started;
    event::RunStatus status;
    std::string group, setting; ///< of runs that were queued together
    bool running = false;
    std::int64_t step = 0, steps = 0;
    std::map<std::string, double>
        metrics; ///< the task's metrics by name, loss, seconds, tokens_per_second, memory_bytes

    bool operator==(const ListedRun&) const = default;
};

/// The array of `list --json`.
Json to_json(const std::vector<ListedRun>& runs);
/// Reads such an array from another machine: malformed entries are left out; at most 100,000 runs.
std::vector<ListedRun> listed_runs_from(const Json& json);

} // namespace tunedesk::run
