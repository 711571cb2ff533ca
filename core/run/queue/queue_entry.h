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

/// A run that waits. Its folder holds the resolved preset and nothing else.
struct QueueEntry {
    std::int64_t id = 0;             ///< never used again
    fs::path run;                    ///< canonical
    std::string name, added;         ///< the preset's name; UTC text
    std::string group;               ///< of runs that were queued together, or empty
    std::string setting;             ///< what sets it apart from the others of its group, or empty
    int prune_after = 0;             ///< Pruning::after; 0: it is never pruned
    bool gpu = false;                ///< waits for GPUs, else for a slot of the processor
    int devices = 1;                 ///< how many
    std::vector<std::string> pinned; ///< to these GPUs alone (UUIDs); empty: to any that is allowed
    /// GPUs (UUIDs) that `parallel.devices: auto`, or its CUDA_VISIBLE_DEVICES when it was queued, left;
    /// empty: all.
    std::vector<std::string> allowed;
    std::vector<std::string> notes; ///< sentences for the run's log
    /// CUDA_VISIBLE_DEVICES of the process that queued a preset that lists its GPUs: their indices count in
    /// it.
    std::optional<std::string> visible;
    bool held = false;
    bool starting = false; ///< its turn has come; gone from the queue in a moment

    /// Of these GPUs it takes what is free; empty: of all.
    const std::vector<std::string>& candidates() const { return pinned.empty() ? allowed : pinned; }

    bool operator==(const QueueEntry&) const = default;
};

/// What users see of an entry, by its fields' names: all but id, notes and visible.
Json to_json(const QueueEntry& entry);

/// What the queue's file holds.
struct QueueContents {
    std::vector<QueueEntry> entries; ///< in the order in which they may start, each number and folder once
    std::int64_t next_id = 1;        ///< above every entry's
};

/// Reads the file's text; `where` names it in errors. Throws Error 6031 if it is damaged, numbers that no
/// queue writes among it.
QueueContents parse_queue(std::string_view text, const std::string& where);

/// The text that parse_queue() reads.
std::string queue_text(const QueueContents& queue);

} // namespace tunedesk::run
