// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/stop_signals.h"

#include <csignal>

namespace tunedesk::run {

namespace {

/// The same signal within this time does not count as a second request.
constexpr double same_request_seconds = 0.05;

} // namespace

SignalMeaning StopSignals::take(int number, double now) {
    if (number == SIGHUP) return SignalMeaning::hangup;
    const bool repeated = number == last_ && now - last_at_ < same_request_seconds;
    last_ = number;
    last_at_ = now;
    if (repeated) return SignalMeaning::repeat;
    stop_asked_ = true;
    if (number == SIGUSR1) return SignalMeaning::stop_and_requeue;
    if (++stops_ == 1) return SignalMeaning::stop;
    if (forced_ == 0) {
        forced_at_ = now;
        forced_ = number;
    }
    return SignalMeaning::force;
}

ForcedEnd StopSignals::forced_end() const {
    return {forced_, forced_at_};
}

} // namespace tunedesk::run
