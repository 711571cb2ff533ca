// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "run/policy/hang_detector.h"
#include "run/policy/run_control.h"
#include "run/policy/run_facts.h"

#include <cstdint>
#include <optional>

namespace tunedesk::run {

/// Seconds in which a rank may still report after another one ended.
inline constexpr double settle_seconds = 1.5;
/// The same if a rank of another node is alive, whose end reaches the supervisor through the network and rank
/// 0.
inline constexpr double remote_settle_seconds = 4;
/// Seconds in which ranks that had not met at a stop may still report that they train.
inline constexpr double meeting_seconds = 5;

/// Deadlines for ranks that must end: SIGTERM after the grace period of a stop, SIGKILL after that of
/// SIGTERM, and SIGKILL soon after a rank failed or a stop found ranks that had not met. Pure; times are the
/// supervisor's (SupervisorClock).
class StopDeadlines {
public:
    explicit StopDeadlines(const Preset::Supervision& limits) : limits_(limits) {}

    /// Early in a stop, records the ranks' highest step. Call after each fact.
    void observe(double now, const RunFacts& facts, const RunControl& control);
    /// After a stop before the ranks have met, some ranks end and the others would wait forever: kills them
    /// at `until`, unless one trains.
    void cancel_start(double until, const RunFacts& facts, const RunControl& control);
    /// Cancels cancel_start(), because the ranks had met.
    void keep_start() { cancelled_until_.reset(); }
    bool is_start_cancelled() const { return cancelled_until_.has_value(); }
    /// Ends the ranks whose time is over.
    void enforce(double now, RunFacts& facts, const HangDetector& detector, RunControl& control);

private:
    void enforce_stop(double now, const RunFacts& facts, const HangDetector& detector, RunControl& control);

    const Preset::Supervision limits_;
    std::int64_t stopping_at_ = 0; ///< the highest step when the stop was requested
    bool warned_of_grace_ = false;
    std::optional<double> cancelled_until_;
};

} // namespace tunedesk::run
