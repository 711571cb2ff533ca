// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Inside of the queue: its file and its locks.

#include "run/queue/queue.h"

namespace tunedesk::run {

/// The queue's entries while this process holds the lock on them.
class QueueFile {
public:
    /// Waits for others who change it. Throws as queue_entries() does.
    QueueFile();

    std::vector<QueueEntry> entries;
    std::int64_t next_id = 1;

    /// The entry of this number, or of this folder; null if there is none.
    QueueEntry* find(std::int64_t id);
    QueueEntry* find(const fs::path& run);
    void erase(std::int64_t id);
    /// Writes the entries as they are now. Throws Error 5001 on a full disk.
    void save() const;

private:
    FileLock lock_;
};

/// Takes the entry out.
void forget_entry(std::int64_t id);

/// The lock that an entry's process holds.
fs::path queue_lock(std::int64_t id);

} // namespace tunedesk::run
