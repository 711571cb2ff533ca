// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace tunedesk::run {

class Signals;

/// Watches the supervisor's event loop from a thread of its own, because a disk that does not answer, or a
/// bug, can block the loop.
///   Where the loop has not run for `silent_seconds`, logs/supervisor.log records it.
///   Where a second stop signal (Signals) is not carried out within `forced_seconds`, this thread does it:
///   the ranks' groups get SIGKILL, exit.json is written if the disk takes it, and the process ends with 128
///   + n.
/// Thread rule: the members are called by the thread of the event loop.
class LoopWatch {
public:
    struct Limits {
        double silent_seconds = 60;
        double forced_seconds = 5;
    };

    /// `signals` must outlive this.
    LoopWatch(event::RunFolder folder, const Signals& signals)
        : LoopWatch(std::move(folder), signals, Limits()) {}
    LoopWatch(event::RunFolder folder, const Signals& signals, Limits limits);
    ~LoopWatch();
    LoopWatch(const LoopWatch&) = delete;
    LoopWatch& operator=(const LoopWatch&) = delete;

    /// Call at each turn of the event loop.
    void on_turn();
    /// Sets the process groups of the ranks, to be killed after a second stop signal if the loop is blocked.
    void set_groups(std::vector<int> groups);

private:
    void watch();
    [[noreturn]] void end_by_force(int signal, const std::vector<int>& groups) const;

    const event::RunFolder folder_;
    const Signals& signals_;
    const Limits limits_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<int> groups_;
    double last_beat_; ///< monotonic
    bool over_ = false;
    std::thread thread_;
};

} // namespace tunedesk::run
