// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/supervise/supervisor.h"

namespace tunedesk::app {

/// How a run is shown while this process supervises it.
struct Supervising {
    bool detach = false; ///< supervise from a process of its own and return when all ranks are there
    bool json = false;
    bool more_follow = false; ///< the process starts other runs afterwards, unless one of them is stopped
};

/// Supervises the run in this process with a view of it, or detached; the exit code. It is exit.json's, also
/// where signals arrive after the run's end; but with `more_follow` 75 where a stop came too late for a run
/// that has finished. The error line goes to stderr. Makes the QCoreApplication, before any thread, where the
/// caller has none for several runs.
int supervise(run::Launch launch, const Supervising& how);

/// The process of a queued run: waits for its turn and supervises it; the exit code.
int supervise_queued(std::int64_t id);

/// A folder given on the command line, absolute.
event::RunFolder folder_named(const std::string& text);
/// The same. Throws Error 2012 if no run lives in it.
event::RunFolder existing_run(const std::string& text);

} // namespace tunedesk::app
