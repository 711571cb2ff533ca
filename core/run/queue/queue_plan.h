// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/queue/queue.h"

#include <functional>

namespace tunedesk::run {

// The decisions of the queue without files, locks and processes. queue.cpp and queue_waiter.cpp carry them
// out; tests simulate the processes.

/// Facts of an entry that are not in the queue's file.
struct EntryFacts {
    bool served = false;     ///< a process holds its lock
    bool gone = false;       ///< its folder or preset is known not to exist
    bool supervised = false; ///< a supervisor holds the run's lock
};

/// Actions to maintain the entries' processes.
struct Upkeep {
    std::vector<std::int64_t> forget; ///< entries to remove: the run is gone or was started by hand
    std::vector<QueueEntry> start;    ///< entries to start a process for
};
Upkeep upkeep(const std::vector<QueueEntry>& entries,
              const std::function<EntryFacts(const QueueEntry&)>& facts);

/// The devices that the entry may take now; std::nullopt if it must wait or is not among `entries`. Its own
/// `starting` flag is ignored: it was left by a killed process.
std::optional<std::vector<std::string>> turn_of(std::vector<QueueEntry> entries, std::int64_t id,
                                                const std::vector<ClaimableDevice>& devices);

} // namespace tunedesk::run
