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
// state_home()/queue/queue.json, in the order in which they may start. Nothing else stores them: a process
// that adds, lists or waits starts a new process for an entry that has lost its own.

/// How a run is queued.
struct Queueing {
    std::vector<std::string> devices; ///< GPUs by index or UUID that it is pinned to
    std::string group;
    bool held = false;
    int prune_after = 0; ///< Pruning::after; 0: no run of the group is pruned
};

/// All entries in order; none where the file does not exist. Throws Error 6031 if it is damaged, 6060 if it
/// cannot be read.
std::vector<QueueEntry> queue_entries();

/// Of a run that waits in the queue; std::nullopt if it does not. Throws as queue_entries() does.
std::optional<event::RunStatus> queue_status(const fs::path& run);

/// The entry that a preset would make. `visible`: this machine's GPUs. Throws Error 6032 for a GPU that this
/// machine does not have, 6039 and 6040 if none can be chosen for it, 6041 if there are too few.
QueueEntry entry_for(const Preset& preset, const std::vector<std::string>& devices,
                     const std::vector<Gpu>& visible);

/// Freezes the presets in their folders (which must hold no run), enters them at the end in this order, all
/// or none, and starts processes. Throws what entry_for(), check_before_start(), require_disk() for all of
/// them, make_run_folder() and begin_run() throw.
std::vector<QueueEntry> add_to_queue(std::vector<QueuedRun> runs, const Queueing& how = {});
QueueEntry add_to_queue(const Preset& preset, const event::RunFolder& folder, const Queueing& how = {});

// These throw Error 6033 if the run does not wait in the queue.

/// To a place from 1; places beyond the end are the end.
void move_in_queue(const fs::path& run, int place);
/// A held run keeps its place and lets others pass.
void hold_in_queue(const fs::path& run, bool held);
/// To these GPUs alone, by index or UUID; none: to any. Throws what entry_for() throws, and 6038.
void pin_in_queue(const fs::path& run, const std::vector<std::string>& devices);
/// Takes it out and removes its folder's preset, and the folder if it holds nothing else.
void remove_from_queue(const fs::path& run);

/// Starts a process for every entry that may be next and has none, and forgets those whose folder has gone or
/// which the user has started by hand. Of many that wait for the same, only the first few have a process.
/// Throws Error 7024 if one cannot be started, after it has tried all.
void revive_queue();

/// Which devices each entry may take now. Entries are served in order: one that must wait keeps what is free
/// of what it needs, so that later ones do not overtake it for ever; those that are held, that start already,
/// or that need more than there is, keep nothing.
std::map<std::int64_t, std::vector<std::string>> allocate(const std::vector<QueueEntry>& entries,
                                                          std::vector<ClaimableDevice> devices);

/// Why an entry has not started.
struct Waiting {
    enum class For {
        start,        ///< nothing: it starts in a moment
        release,      ///< it is held
        devices,      ///< what it needs is in use
        turn,         ///< what it needs is kept for runs before it
        more_devices, ///< this machine has not as many
    };
    For what = For::start;
    int needed = 0; ///< devices
    int there = 0;  ///< that it may use, free or not
    int before = 0; ///< runs in front of it that are not held
};
/// `entries` as queue_entries() gives them. Where `entry` is not among them, it counts as the last.
Waiting why_waiting(const QueueEntry& entry, std::vector<QueueEntry> entries,
                    const std::vector<ClaimableDevice>& devices);

} // namespace tunedesk::run
