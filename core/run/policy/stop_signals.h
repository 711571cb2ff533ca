// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

namespace tunedesk::run {

/// The request that a signal means to a supervisor.
enum class SignalMeaning {
    repeat, ///< a repetition of the same request, as timeout(1) signals its child and then the group
    hangup, ///< the terminal was closed
    stop,   ///< finish the step, save, end
    stop_and_requeue, ///< like `stop`, and requeue the job in SLURM
    force,            ///< the second stop: end at once
};

/// A second stop signal, which ends the run at once.
struct ForcedEnd {
    int signal = 0;   ///< 0: none yet
    double since = 0; ///< monotonic
};

/// Counts the signals of a supervisor. Every member may be called from a signal handler and from any thread.
class StopSignals {
public:
    /// `now`: monotonic seconds.
    SignalMeaning take(int number, double now);
    ForcedEnd forced_end() const;
    /// Whether any signal so far requested a stop.
    bool stop_asked() const { return stop_asked_; }

private:
    std::atomic<bool> stop_asked_ = false;
    std::atomic<int> last_ = 0, stops_ = 0, forced_ = 0;
    std::atomic<double> last_at_ = 0, forced_at_ = 0;
    static_assert(std::atomic<double>::is_always_lock_free);
};

} // namespace tunedesk::run
