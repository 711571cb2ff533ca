// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/supervisor_clock.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tunedesk::run {

namespace {

/// The most that counts of a period in which the supervisor itself did not run.
constexpr double longest_gap = 1;
/// A longer interruption of the loop causes a warning.
constexpr double stalled_seconds = 60;

} // namespace

double SupervisorClock::advance(double now, RunControl& control) {
    const double gap = now - std::exchange(last_fact_, now);
    if (gap > stalled_seconds)
        control.log("warning", fmt::format("the supervisor did not run for {:.0f} s", gap));
    time_ += std::min(gap, longest_gap);
    return time_;
}

} // namespace tunedesk::run
