// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/reply.h"
#include "run/policy/decision.h"
#include "run/policy/stop_signals.h"

#include <string>
#include <utility>

namespace tunedesk::run {

/// The state of a supervised run, and the decisions that each change of state causes. Collects decisions
/// until take(). Pure; times are monotonic seconds. Thread rule: one thread.
class RunControl {
public:
    void begin(double now);
    /// Applies an event; false if it has no meaning in this state.
    bool apply(double now, RunEvent event);
    /// Every rank is connected: sends the commands requested before.
    void all_ready(double now);
    /// Removes the ranks, to be replaced by new ones that are not connected yet. `why`: for the log.
    void replace_ranks(std::string why);
    void signal(double now, int number, SignalMeaning meaning);
    event::Reply command(double now, event::Command command);
    void kill_all();
    void log(const std::string& level, std::string text);
    void decide(Decision decision) { due_.push_back(std::move(decision)); }
    Decisions take() { return std::exchange(due_, {}); }

    RunState state() const { return state_; }
    double entered_at() const { return entered_at_; }
    bool is_ready() const { return ready_; }
    bool has_sent_term() const { return term_sent_; }
    bool has_killed() const { return kill_sent_; }
    bool wants_requeue() const { return requeue_; }
    /// Whether a stop was ever requested.
    bool was_stopped() const { return stopped_; }
    /// The signal that forced the run to end at once; SIGKILL if none did, as after the command `kill`.
    int forced_by() const;

private:
    void enter(double now, RunState state);
    void act_on_entry(RunState before);
    void send(event::Command command);
    void signal_all(int number);

    RunState state_ = RunState::starting;
    double entered_at_ = 0;
    bool ready_ = false, announced_ = false, term_sent_ = false, kill_sent_ = false, requeue_ = false,
         stopped_ = false;
    int forced_by_ = 0;
    Decisions due_;
};

} // namespace tunedesk::run
