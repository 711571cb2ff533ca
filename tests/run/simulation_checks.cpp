// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold at a simulated run's end.

#include "run/supervisor_simulation.h"

#include "base/error.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>

namespace tunedesk::test {

using run::RunState;

void SupervisorSimulation::fail(const std::string& what) {
    if (!wrong_.empty()) return;
    std::string path;
    for (const RunState state : states_)
        path += (path.empty() ? "" : ", ") + run::name_of(state);
    wrong_ = fmt::format("at {:.2f} s: {} (states: {}; {} ranks)", timeline_.now() - start_, what, path,
                         plan_.count);
}

void SupervisorSimulation::trace(const std::string& what) {
    if (on_trace) on_trace(fmt::format("{:10.3f} {}", timeline_.now() - start_, what));
}

void SupervisorSimulation::check_end() {
    const RunState state = policy_->state();
    const event::ExitRecord record = policy_->outcome({});
    if (!removed_ && ranks_.back()->any_lives()) fail("the end is recorded while a rank lives");
    if (!run::is_end(state)) fail("it ended while " + run::name_of(state));
    const bool agrees = state == RunState::done      ? record.code == 0 && record.line.empty()
                        : state == RunState::stopped ? record.code == static_cast<int>(ExitCode::stopped)
                        : state == RunState::killed  ? record.code > 128
                                                     : record.code >= 2 && record.code <= 8;
    if (!agrees) fail(fmt::format("{} with exit code {}", run::name_of(state), record.code));
    if (record.code >= 2 && record.code <= 8 && record.id / 1000 != record.code)
        fail(fmt::format("error {} with exit code {}", record.id, record.code));
    if (record.code != 0 && (record.what.empty() || record.kept.empty() || record.next.empty()))
        fail("the end does not explain itself: " + record.line);
    if (!expected_.contains(record.code)) fail("unexpected end: " + record.line);
    const bool had_met = std::ranges::find(states_, RunState::running) != states_.end();
    // A stop before the first step loses nothing, whatever else goes wrong then; a supervisor that did not
    // run, or that has lost rank 0's socket before, may know of no step.
    const bool cancelled =
        stopped_ && record.code == 75 && (ranks_.back()->step() == 0 || slept_ > 0 || !had_met);
    if (fault_hit_ && !forced_ && !cancelled && (record.code == 0 || record.code == 75))
        fail(fmt::format("exit code {} although {}", record.code, reason_));
    // Before the ranks have met, a stop waits for none of them, and any may report what it lacks.
    // Late messages of the others must not look like silence.
    const bool is_clear = limits_.rank_timeout_seconds > limits_.heartbeat_seconds + 2 * spike();
    if (culprit_ && is_clear && record.code == 7 && (had_met || !stopped_) &&
        !record.where.starts_with(fmt::format("rank {}", *culprit_)))
        fail(fmt::format("rank {} is not named: {}", *culprit_, record.line));
    if (reported_ && record.code == *reported_ / 1000 && record.code != 7 && record.id != *reported_)
        fail(fmt::format("the reported error {} became {}", *reported_, record.line));
    if (record.code == 75 && expected_ == std::set{0, 75} && !plan_.port_is_taken && had_met &&
        ranks_.back()->step() > 0 && ranks_.back()->saved_step() != ranks_.back()->step())
        fail(fmt::format("stopped at step {}, but step {} is saved", ranks_.back()->step(),
                         ranks_.back()->saved_step()));
}

/// Nothing that comes late changes the end.
void SupervisorSimulation::check_final() {
    if (killed_) return;
    const event::ExitRecord before = policy_->outcome({});
    const double now = timeline_.now() + 1;
    run::Decisions late = policy_->tick(now);
    const auto add = [&](const run::Decisions& more) { late.insert(late.end(), more.begin(), more.end()); };
    add(policy_->signal_arrived(now, SIGTERM, run::SignalMeaning::stop));
    add(policy_->command_arrived(now, event::Command::kill, {}).second);
    add(policy_->signal_arrived(now, SIGTERM, run::SignalMeaning::force));
    add(policy_->tick(now + 1000));
    for (const run::Decision& decision : late)
        if (decision.kind != run::Decision::Kind::log) fail("a decision after the end");
    if (policy_->outcome({}).code != before.code || policy_->outcome({}).line != before.line)
        fail("the end changed afterwards");
    if (ends_ != 1) fail(fmt::format("{} ends", ends_));
}

} // namespace tunedesk::test
