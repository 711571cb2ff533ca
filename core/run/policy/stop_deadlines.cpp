// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/stop_deadlines.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tunedesk::run {

namespace {

double settling_of(const RunFacts& facts) {
    const auto is_elsewhere = [](const RankStatus& rank) { return rank.is_remote && rank.lives(); };
    return std::ranges::any_of(facts.ranks, is_elsewhere) ? remote_settle_seconds : settle_seconds;
}

} // namespace

void StopDeadlines::observe(double now, const RunFacts& facts, const RunControl& control) {
    // Messages sent before the ranks received the stop arrive after it, and not from all at the same time.
    const bool may_lag = now - control.entered_at() <= limits_.rank_timeout_seconds / 2;
    if (control.state() == RunState::stopping && may_lag)
        for (const RankStatus& rank : facts.ranks)
            stopping_at_ = std::max(stopping_at_, rank.step);
}

void StopDeadlines::cancel_start(double until, const RunFacts& facts, const RunControl& control) {
    if (control.state() == RunState::stopping && !facts.milestones.started_training)
        cancelled_until_ = std::min(until, cancelled_until_.value_or(until));
}

void StopDeadlines::enforce(double now, RunFacts& facts, const HangDetector& detector, RunControl& control) {
    const RunState state = control.state();
    const double since = now - control.entered_at();
    if (cancelled_until_) {
        if (!control.has_killed() && now > *cancelled_until_) control.kill_all();
    } else if (state == RunState::stopping && since > limits_.stop_grace_seconds) {
        enforce_stop(now, facts, detector, control);
    } else if (state == RunState::terminating && since > limits_.kill_grace_seconds) {
        for (const RankStatus& rank : facts.ranks)
            if (!rank.end)
                facts.verdict.hung(rank.index, since, rank.where() + ", it ignored stop and SIGTERM");
        control.apply(now, RunEvent::kill_grace_over);
    } else if (state == RunState::failing && !control.has_killed() && since > settling_of(facts)) {
        control.kill_all();
    }
}

void StopDeadlines::enforce_stop(double now, const RunFacts& facts, const HangDetector& detector,
                                 RunControl& control) {
    const double since = now - control.entered_at();
    if (!detector.is_finishing(facts.ranks, stopping_at_, now)) {
        control.log("warning", fmt::format("not stopped after {:.0f} s: sending SIGTERM", since));
        control.apply(now, RunEvent::grace_over);
    } else if (!std::exchange(warned_of_grace_, true)) {
        control.log("warning", fmt::format("not stopped after {:.0f} s: still {}; `kill` ends it at once",
                                           since, facts.ranks[0].where()));
    }
}

} // namespace tunedesk::run
