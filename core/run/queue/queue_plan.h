// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/queue/queue.h"

#include <functional>

namespace tunedesk::run {

// What the queue decides, without its files, locks and processes: queue.cpp and queue_waiter.cpp carry it
// out, and the simulation of the tests does with processes of its own.

/// What is known of an entry besides what the queue's file holds.
struct EntryFacts {
    bool served = false;     ///< a process holds its lock
    bool gone = false;       ///< its folder is known not to exist
    bool supervised = false; ///< a supervisor holds its run
};

/// What is to be done for the entries' processes.
struct Upkeep {
    std::vector<std::int64_t> forget; ///< their run is gone, or was started by hand
    std::vector<QueueEntry> start;    ///< a process for each of these
};
Upkeep upkeep(const std::vector<QueueEntry>& entries,
              const std::function<EntryFacts(const QueueEntry&)>& facts);

/// The devices that the entry may take now; std::nullopt if it must wait, or is not among the entries. Its
/// own mark of starting is ignored: it is of a process that was killed just then.
std::optional<std::vector<std::string>> turn_of(std::vector<QueueEntry> entries, std::int64_t id,
                                                const std::vector<ClaimableDevice>& devices);

} // namespace tunedesk::run
