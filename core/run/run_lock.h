#pragma once

#include "event/run_folder.h"
#include "run/file_lock.h"

#include <optional>
#include <string>

namespace tunedesk::run {

/// Who supervises a run, as RUN/owner.json says (advisory: the lock decides).
struct Owner {
    std::string host;
    int pid = 0;
    std::string started; ///< UTC text
};

/// Nothing where the file is missing or damaged.
std::optional<Owner> read_owner(const event::RunFolder& folder);

/// The right to supervise a run folder: a lock on a file of this user's state folder (not in RUN, which may
/// lie on a network file system), held until the object goes.
class RunLock {
public:
    /// Takes the lock and writes owner.json. Throws Error 6011 with the owner's host and pid where somebody
    /// holds it, 6012 where locking itself fails, 5011 where the run folder cannot be written.
    explicit RunLock(const event::RunFolder& folder);

    /// Whether somebody supervises the folder now.
    static bool is_held(const event::RunFolder& folder);

private:
    std::optional<FileLock> lock_;
};

} // namespace tunedesk::run
