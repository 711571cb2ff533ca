// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

#include <cstdint>
#include <vector>

namespace tunedesk::run {

/// A worker's process on this machine.
struct RankMemory {
    int rank = 0, pid = 0;
    std::uint64_t rss_bytes = 0; ///< resident now
    double cpu_seconds = 0;      ///< used so far
    char state = '?';            ///< as /proc has it: R runs, S sleeps, D waits for a disk, T is stopped
};

/// Reads the usage of process.pid from /proc; fields that cannot be read are unchanged.
void read_usage(RankMemory& process);

/// The live ranks of a run on this machine, by rank: this user's processes whose arguments name the folder
/// and whose environment has a RANK. Reads /proc, a few milliseconds; any thread.
std::vector<RankMemory> rank_memory(const event::RunFolder& folder);

} // namespace tunedesk::run
