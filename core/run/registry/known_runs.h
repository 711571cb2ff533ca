// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/run_status.h"
#include "report/compare.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// A run as list, report and compare show it.
struct KnownRun {
    report::ComparedRun compared; ///< with the preset's values, where preset.yaml can be read
    event::RunStatus status;      ///< the supervisor's while it lives
    bool running = false;
};

/// Reads a run folder. Throws Error 2030 or 2012 if it holds no run.
KnownRun read_known_run(const fs::path& folder);

/// A run listed by `list`: an entry of the register (state_home()/runs), whose folder may be gone, or a run
/// in ./runs that was never registered here.
struct RegisteredRun {
    fs::path path;
    std::string name, started;  ///< UTC text
    std::string group, setting; ///< of runs that were queued together
};

/// Latest start first. Damaged entries are left out.
std::vector<RegisteredRun> registered_runs();

/// Reads a run that is not registered from its folder.
RegisteredRun run_at(const fs::path& folder);

} // namespace tunedesk::run
