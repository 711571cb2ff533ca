// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/policy/run_control.h"

namespace tunedesk::run {

/// The time during which a supervisor runs. Of a time in which it does not (stopped, blocked by a disk) a
/// second counts, so that it blames no rank for its own silence. Times are monotonic seconds.
class SupervisorClock {
public:
    void start(double now) { last_fact_ = now; }
    /// Time goes to that of a new fact. A gap of a minute is logged. Returns time().
    double advance(double now, RunControl& control);
    double time() const { return time_; }

private:
    double last_fact_ = 0, time_ = 0;
};

} // namespace tunedesk::run
