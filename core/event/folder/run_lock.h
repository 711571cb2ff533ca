// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/file_lock.h"
#include "event/folder/run_folder.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::event {

/// The process that writes into a run folder, from RUN/owner.json.
struct Owner {
    std::string host;
    std::string boot;    ///< the kernel's boot id: equal on containers of one machine, new at each boot
    std::string machine; ///< hash of /etc/machine-id, the same after a reboot; empty: not known
    int pid = 0;
    std::string started; ///< UTC text
    std::string token;   ///< random, unique to this holder of the lock
};

/// std::nullopt if the file is missing or damaged.
std::optional<Owner> read_owner(const RunFolder& folder);

/// The exclusive right to write into a run folder, held by the supervisor, or by rank 0 of a run without one.
/// Made of three: a lock in this user's state folder, a lock on RUN/run.lock, which processes with another
/// state folder see too, and RUN/owner.json, whose time is renewed every few seconds, for other machines that
/// share the folder over a file system without locks.
///
/// Lifetime: held until the object is destroyed; the kernel frees the locks when the last process that
/// inherited their descriptors has ended. Thread rule: any thread, one at a time; it renews from a thread of
/// its own.
class RunLock {
public:
    enum class TakeOver { no, yes };

    /// Refuses an unsafe folder (Error 4002), takes the locks and writes owner.json. Waits some seconds for
    /// the locks where their holder is dead and its workers are about to end. With TakeOver::yes the owner
    /// named in owner.json loses the folder. Throws Error 6011 with the owner's host and pid if another
    /// process has the folder (6020 if it has not said who it is, 6036 if it is another host's), 6012 if
    /// locking itself fails, 5011 if the folder cannot be written.
    explicit RunLock(const RunFolder& folder, TakeOver take_over = TakeOver::no);
    RunLock(RunLock&&) noexcept;
    RunLock& operator=(RunLock&&) noexcept;
    ~RunLock();

    /// Whether a living process on this machine holds it; the workers of a killed supervisor, which are about
    /// to end, do not count.
    static bool is_held(const RunFolder& folder);

    /// Descriptors of the locks. A worker inherits them, so that the folder stays locked while the worker
    /// lives.
    std::vector<int> descriptors() const;
    /// Whether another process has taken the folder over. If so, nothing may be written any more.
    bool is_lost() const;
    /// Calls `callback` once from the lock's own thread when the folder is taken over, with Error 6019, which
    /// names the new owner.
    void on_lost(std::function<void(const Error&)> callback);
    /// Throws Error 6019 if is_lost().
    void require_held() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tunedesk::event
