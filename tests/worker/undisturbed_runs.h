// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/worker_bench.h"

#include <tuple>

namespace tunedesk::test {

/// Finished runs as references for comparison. Cases with the same settings share one; it must not be
/// modified.
class UndisturbedRuns {
public:
    explicit UndisturbedRuns(const WorkerBench& bench) : bench_(bench) {}

    /// Runs under the supervisor, as WorkerBench::finish().
    event::RunFolder of(const Settings& settings, int ranks = 1, const char* strategy = "ddp") {
        const auto [made, is_new] = runs_.try_emplace({settings, ranks, ranks > 1 ? strategy : "alone"});
        if (is_new)
            made->second =
                bench_.finish("undisturbed " + std::to_string(runs_.size()), settings, ranks, strategy);
        return made->second;
    }

private:
    const WorkerBench& bench_;
    std::map<std::tuple<Settings, int, std::string>, event::RunFolder> runs_;
};

} // namespace tunedesk::test
