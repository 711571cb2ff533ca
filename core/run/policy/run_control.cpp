// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/run_control.h"

#include <csignal>
#include <fmt/format.h>

namespace tunedesk::run {

void RunControl::begin(double now) {
    enter(now, RunState::starting);
}

void RunControl::all_ready(double now) {
    ready_ = true;
    apply(now, RunEvent::all_ready);
    if (state_ == RunState::stopping) send(event::Command::stop);
    if (state_ == RunState::pausing) send(event::Command::pause);
    if (!std::exchange(announced_, true)) decide({.kind = Decision::Kind::announce_ready});
}

void RunControl::replace_ranks(std::string why) {
    log("warning", std::move(why));
    ready_ = false;
    decide({.kind = Decision::Kind::remove_ranks});
}

void RunControl::signal(double now, int number, SignalMeaning meaning) {
    switch (meaning) {
    case SignalMeaning::repeat:
        return;
    case SignalMeaning::hangup:
        return log("info", "the terminal is closed (SIGHUP); the run continues");
    case SignalMeaning::force:
        if (apply(now, RunEvent::kill_asked)) forced_by_ = number;
        return;
    case SignalMeaning::stop_and_requeue:
        requeue_ = true;
        break;
    case SignalMeaning::stop:
        break;
    }
    if (!next(state_, RunEvent::stop_asked)) return;
    log("info", fmt::format("signal {}: stopping after this step, with a checkpoint", number));
    apply(now, RunEvent::stop_asked);
}

event::Reply RunControl::command(double now, event::Command command) {
    const event::Reply refused{false, Phrase(PhraseId::refused_in_state, {name_of(state_)})};
    using event::Command;
    switch (command) {
    case Command::stop:
        if (apply(now, RunEvent::stop_asked)) return {true, Phrase(PhraseId::stopping)};
        return refused;
    case Command::pause:
        if (apply(now, RunEvent::pause_asked)) return {true, Phrase(PhraseId::pausing)};
        return refused;
    case Command::continue_run:
        if (apply(now, RunEvent::continue_asked)) return {true, Phrase(PhraseId::continuing)};
        return refused;
    case Command::checkpoint:
        if (state_ == RunState::paused || state_ == RunState::pausing) {
            send(command); // rank 0 processes commands in order: it saves after it is paused
            return {true, Phrase(PhraseId::saving_paused)};
        }
        if (state_ != RunState::running) return refused;
        send(command);
        return {true, Phrase(PhraseId::saving)};
    case Command::kill:
        if (apply(now, RunEvent::kill_asked)) return {true, Phrase(PhraseId::killed)};
        return refused;
    case Command::none:
        break;
    }
    return {false, Phrase(PhraseId::no_such_command)};
}

int RunControl::forced_by() const {
    return forced_by_ != 0 ? forced_by_ : SIGKILL;
}

bool RunControl::apply(double now, RunEvent event) {
    const auto after = next(state_, event);
    if (after) enter(now, *after);
    return after.has_value();
}

void RunControl::enter(double now, RunState state) {
    const RunState before = std::exchange(state_, state);
    entered_at_ = now;
    stopped_ = stopped_ || state == RunState::stopping;
    decide({.kind = Decision::Kind::announce_state, .state = state});
    act_on_entry(before);
}

void RunControl::act_on_entry(RunState before) {
    switch (state_) {
    case RunState::pausing:
        send(event::Command::pause);
        return;
    case RunState::running:
        if (before != RunState::starting) send(event::Command::continue_run);
        return;
    case RunState::stopping:
        // Before all ranks are present they cannot agree on a step to stop at, and there is nothing to save.
        if (ready_)
            send(event::Command::stop);
        else
            signal_all(SIGTERM);
        return;
    case RunState::terminating:
        return signal_all(SIGTERM);
    case RunState::failing:
        if (before == RunState::terminating) kill_all();
        return;
    case RunState::killing:
        return kill_all();
    default:
        return;
    }
}

void RunControl::send(event::Command command) {
    decide({.kind = Decision::Kind::send_command, .command = command});
}

void RunControl::log(const std::string& level, std::string text) {
    decide({.kind = Decision::Kind::log, .level = level, .text = std::move(text)});
}

void RunControl::signal_all(int number) {
    if (number == SIGTERM) term_sent_ = true;
    decide({.kind = Decision::Kind::signal_ranks, .signal = number});
}

void RunControl::kill_all() {
    kill_sent_ = true;
    decide({.kind = Decision::Kind::kill_ranks});
}

} // namespace tunedesk::run
