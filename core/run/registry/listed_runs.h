// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/registry/known_runs.h"
#include "run/registry/listed_run.h"

#include <map>
#include <vector>

namespace tunedesk::run {

/// Lists the registered runs, and rereads only those whose files have changed since the last call. Thread
/// rule: one thread.
class RunLister {
public:
    /// The runs, latest first; a run whose folder is gone has the state folder_gone.
    std::vector<ListedRun> look();

private:
    struct Known {
        std::int64_t stamp = -1;
        ListedRun run;
    };
    std::map<fs::path, Known> known_;
};

} // namespace tunedesk::run
