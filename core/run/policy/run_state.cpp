// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/run_state.h"

#include "event/run_status.h"

#include <array>

namespace tunedesk::run {

namespace {

std::optional<RunState> at_the_end(RunState state, RunEvent event) {
    using enum RunState;
    switch (state) {
    case starting:
        return event == RunEvent::all_gone_stopped ? stopped : failed;
    case running:
    case pausing:
    case paused:
    case stopping:
    case terminating:
        if (event == RunEvent::all_gone_done) return done;
        return event == RunEvent::all_gone_stopped ? stopped : failed;
    case failing:
        return failed;
    case killing:
        return killed;
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<RunState> next(RunState state, RunEvent event) {
    using enum RunState;
    if (is_end(state)) return std::nullopt;
    const bool at_work = state == running || state == pausing || state == paused;
    switch (event) {
    case RunEvent::all_ready:
        return state == starting ? std::optional(running) : std::nullopt;
    case RunEvent::pause_asked:
        return state == running ? std::optional(pausing) : std::nullopt;
    case RunEvent::paused:
        return state == pausing ? std::optional(paused) : std::nullopt;
    case RunEvent::continue_asked:
        return state == pausing || state == paused ? std::optional(running) : std::nullopt;
    case RunEvent::stop_asked:
        return state == starting || at_work ? std::optional(stopping) : std::nullopt;
    case RunEvent::grace_over:
        return state == stopping ? std::optional(terminating) : std::nullopt;
    case RunEvent::kill_grace_over:
        return state == terminating ? std::optional(failing) : std::nullopt;
    case RunEvent::kill_asked:
        return state == killing ? std::nullopt : std::optional(killing);
    case RunEvent::rank_failed:
        return state == failing || state == killing ? std::nullopt : std::optional(failing);
    case RunEvent::all_gone_done:
    case RunEvent::all_gone_stopped:
    case RunEvent::all_gone_failed:
        return at_the_end(state, event);
    }
    return std::nullopt;
}

bool is_end(RunState state) {
    using enum RunState;
    return state == done || state == stopped || state == failed || state == killed;
}

bool is_ending(RunState state) {
    return state == RunState::failing || state == RunState::killing || is_end(state);
}

std::string name_of(RunState state) {
    namespace id = event::state;
    static constexpr std::array names{id::starting, id::running,     id::pausing, id::paused,
                                      id::stopping, id::terminating, id::failing, id::killing,
                                      id::done,     id::stopped,     id::failed,  id::killed};
    return std::string(names.at(static_cast<std::size_t>(state)));
}

std::string name_of(RunEvent event) {
    static const char* const names[] = {"all_ready",       "pause_asked",      "paused",
                                        "continue_asked",  "stop_asked",       "grace_over",
                                        "kill_grace_over", "kill_asked",       "rank_failed",
                                        "all_gone_done",   "all_gone_stopped", "all_gone_failed"};
    return names[static_cast<int>(event)];
}

} // namespace tunedesk::run
