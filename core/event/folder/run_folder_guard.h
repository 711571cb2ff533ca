// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

namespace tunedesk::event {

/// Refuses a run folder that was prepared to redirect what a run writes. Throws Error 4002 that names the
/// first entry, among those a run writes and all below them, that is a symbolic link, a FIFO, a socket, a
/// device, a file where a folder belongs (or the reverse), or another user's. Reads metadata alone and
/// changes nothing; a missing folder is fine. Call it before the first write of every program that writes
/// into a run folder. Throws Error 5020 if an entry cannot be looked at.
void require_safe_run_folder(const RunFolder& folder);

/// The lock in the run folder itself (run_lock.h).
fs::path lock_file(const RunFolder& folder);

/// Removes temporary files that killed writers left in the run folder. Only the holder of the run's lock may
/// call it.
void remove_leftovers(const RunFolder& folder);

/// Device and inode of the folder that a path named at construction, to detect that the folder was renamed,
/// removed or replaced since.
class FolderIdentity {
public:
    explicit FolderIdentity(fs::path path);

    /// Throws Error 5019 if the path no longer names the folder.
    void require_same() const;
    bool is_same() const;

private:
    fs::path path_;
    std::uint64_t device_ = 0, inode_ = 0;
};

} // namespace tunedesk::event
