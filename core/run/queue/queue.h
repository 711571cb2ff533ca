// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "event/run_status.h"
#include "preset/preset.h"
#include "run/devices/device_claims.h"
#include "run/folder/prepare.h"
#include "run/queue/queue_entry.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

// Runs that wait for free devices. Each has a process of its own, a detached supervisor that holds the
// entry's numbered lock and waits for its turn (queue_waiter.h); the entries are in
// state_home()/queue/queue.json, in the order in which they may start. There is no daemon: every process that
// adds, lists or waits restarts the process of an entry that has lost it.

/// Options of queueing a run.
struct Queueing {
    std::vector<std::string> devices; ///< GPUs to pin the run to, by index or UUID
    std::string group;
    bool held = false;
    int prune_after = 0; ///< Pruning::after; 0: no run of the group is pruned
};

/// All entries in order; empty if the file does not exist. Throws Error 6031 if it is damaged, 6060 if it
/// cannot be read.
std::vector<QueueEntry> queue_entries();

/// The status of a run in the queue; std::nullopt if it is not in the queue. Throws as queue_entries() does.
std::optional<event::RunStatus> queue_status(const fs::path& run);

/// The entry that a preset would make. `visible`: this machine's GPUs. Throws Error 6032 for a GPU that this
/// machine does not have, 6039 and 6040 if none can be chosen for it, 6041 if there are too few.
QueueEntry entry_for(const Preset& preset, const std::vector<std::string>& devices,
                     const std::vector<Gpu>& visible);

/// Writes the presets into their folders (which must hold no run), appends the runs in this order, all or
/// none, and starts their processes. Throws what entry_for(), check_before_start(), require_disk() for all of
/// them, make_run_folder() and begin_run() throw.
std::vector<QueueEntry> add_to_queue(std::vector<QueuedRun> runs, const Queueing& how = {});
QueueEntry add_to_queue(const Preset& preset, const event::RunFolder& folder, const Queueing& how = {});

// These throw Error 6033 if the run does not wait in the queue.

/// Moves a run to a place, from 1; a larger place than the last means the end.
void move_in_queue(const fs::path& run, int place);
/// Holds or releases a run. A held run keeps its place, and later runs may start before it.
void hold_in_queue(const fs::path& run, bool held);
/// Pins a run to GPUs, by index or UUID; empty: to any. Throws what entry_for() throws, and 6038.
void pin_in_queue(const fs::path& run, const std::vector<std::string>& devices);
/// Removes a run from the queue, its preset, and its folder if that is then empty.
void remove_from_queue(const fs::path& run);

/// Starts a process for every entry that may start next and has none, and removes entries whose folder is
/// gone or whose run was started by hand. Of many entries that wait for the same devices, only the first few
/// have a process. Throws Error 7024 if one cannot be started, after it has tried all.
void revive_queue();

/// The devices that each entry may take now, by id. Entries are served in order. A waiting entry reserves
/// free devices, at most as many as it needs, so that later entries do not overtake it forever; entries that
/// are held, starting, or need more devices than exist reserve none.
std::map<std::int64_t, std::vector<std::string>> allocate(const std::vector<QueueEntry>& entries,
                                                          std::vector<ClaimableDevice> devices);

/// Why an entry has not started.
struct Waiting {
    enum class For {
        start,        ///< nothing; it is about to start
        release,      ///< it is held by the user
        devices,      ///< its devices are in use
        turn,         ///< its devices are reserved for runs before it
        more_devices, ///< this machine has too few
    };
    For what = For::start;
    int needed = 0; ///< devices
    int there = 0;  ///< devices that it may use, free or not
    int before = 0; ///< runs before it that are not held
};
/// `entries`: as from queue_entries(). An `entry` that is not among them counts as the last.
Waiting why_waiting(const QueueEntry& entry, std::vector<QueueEntry> entries,
                    const std::vector<ClaimableDevice>& devices);

} // namespace tunedesk::run
