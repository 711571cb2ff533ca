// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/policy/run_control.h"

namespace tunedesk::run {

/// A clock that runs only while the supervisor runs. An interval in which it was stopped or blocked by a disk
/// counts as one second, so that it does not blame ranks for its own silence. Times are monotonic seconds.
class SupervisorClock {
public:
    void start(double now) { last_fact_ = now; }
    /// Advances to the time of a new fact and returns time(). Logs gaps of a minute or more.
    double advance(double now, RunControl& control);
    double time() const { return time_; }

private:
    double last_fact_ = 0, time_ = 0;
};

} // namespace tunedesk::run
