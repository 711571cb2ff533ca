// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "run/policy/hang_detector.h"
#include "run/policy/run_control.h"
#include "run/policy/run_facts.h"

#include <cstdint>
#include <optional>

namespace tunedesk::run {

/// How long a rank may report what it saw after another one ended.
inline constexpr double settle_seconds = 1.5;
/// The same where a rank of another node lives, whose end reaches the supervisor through that node, the
/// network and rank 0.
inline constexpr double remote_settle_seconds = 4;
/// How long ranks that had not met when a stop came may still report that they train.
inline constexpr double meeting_seconds = 5;

/// How long ranks that are to end may take, and what then ends them: SIGTERM after the grace of a stop,
/// SIGKILL after that of SIGTERM, and in a moment where a rank failed or a stop found ranks that had not met.
/// Pure; times are the supervisor's (SupervisorClock).
class StopDeadlines {
public:
    explicit StopDeadlines(const Preset::Supervision& limits) : limits_(limits) {}

    /// Takes note of the step that ranks have come to, after each fact.
    void observe(double now, const RunFacts& facts, const RunControl& control);
    /// Where a stop is under way before the ranks have met, some of them will end, and the others never
    /// train: they are killed at `until`, unless one trains after all.
    void cancel_start(double until, const RunFacts& facts, const RunControl& control);
    /// The ranks had met after all.
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
