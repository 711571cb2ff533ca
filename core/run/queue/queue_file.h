// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to the queue: its file and its locks.

#include "run/queue/queue.h"

namespace tunedesk::run {

/// The queue's entries under an exclusive lock. Lifetime: the lock is held while the object lives.
class QueueFile {
public:
    /// Waits for the lock. Throws as queue_entries() does.
    QueueFile();

    std::vector<QueueEntry> entries;
    std::int64_t next_id = 1;

    /// The entry with this id or run folder; null if there is none.
    QueueEntry* find(std::int64_t id);
    QueueEntry* find(const fs::path& run);
    void erase(std::int64_t id);
    /// Writes the entries as they are now. Throws Error 5001 on a full disk.
    void save() const;

private:
    FileLock lock_;
};

/// Removes the entry from the file.
void forget_entry(std::int64_t id);

/// The lock that an entry's process holds.
fs::path queue_lock(std::int64_t id);

} // namespace tunedesk::run
