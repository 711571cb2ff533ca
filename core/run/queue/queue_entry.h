// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::run {

/// A run in the queue. Its folder contains only the resolved preset.
struct QueueEntry {
    std::int64_t id = 0;             ///< never reused
    fs::path run;                    ///< canonical
    std::string name, added;         ///< the preset's name; UTC text
    std::string group;               ///< of runs that were queued together, or empty
    std::string setting;             ///< what distinguishes it from others of its group, or empty
    int prune_after = 0;             ///< Pruning::after; 0: it is never pruned
    bool gpu = false;                ///< waits for GPUs, else for a CPU slot
    int devices = 1;                 ///< number of devices
    std::vector<std::string> pinned; ///< UUIDs of the GPUs to use; empty: any of `allowed`
    /// UUIDs of the GPUs left by `parallel.devices: auto` or by CUDA_VISIBLE_DEVICES when the run was queued;
    /// empty: all.
    std::vector<std::string> allowed;
    std::vector<std::string> notes; ///< sentences for the run's log
    /// CUDA_VISIBLE_DEVICES of the process that queued a preset with listed GPUs, whose indices refer to it.
    std::optional<std::string> visible;
    bool held = false;
    bool starting = false; ///< its turn has come; it is about to leave the queue

    /// UUIDs of the GPUs that it may take; empty: all.
    const std::vector<std::string>& candidates() const { return pinned.empty() ? allowed : pinned; }

    bool operator==(const QueueEntry&) const = default;
};

/// The entry's fields by name, for users; without id, notes and visible.
Json to_json(const QueueEntry& entry);

/// The contents of the queue's file.
struct QueueContents {
    std::vector<QueueEntry> entries; ///< in starting order, with unique ids and folders
    std::int64_t next_id = 1;        ///< greater than every entry's id
};

/// Reads the file's text; `where` names it in errors. Throws Error 6031 if it is damaged or holds invalid
/// numbers.
QueueContents parse_queue(std::string_view text, const std::string& where);

/// The text that parse_queue() reads.
std::string queue_text(const QueueContents& queue);

} // namespace tunedesk::run
