// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace tunedesk::run {

/// A run as its supervisor sees it.
///
///              all_ready            pause_asked           paused
///   starting ────────────> running ─────────────> pausing ────────> paused
///                          ^   <───── continue_asked ──┴──────────────┘
///
///   starting, running, pausing, paused ── stop_asked ──> stopping
///   stopping ── grace_over ──> terminating ── kill_grace_over ──> failing   (it ignored SIGTERM: hung)
///   every state with processes ── rank_failed ──> failing   (the others get a moment, then SIGKILL)
///   every state with processes ── kill_asked  ──> killing
///
///   all_gone_*, by what the processes ended with:
///     starting                                        stopped where all_gone_stopped, else failed
///     running, pausing, paused, stopping, terminating done, stopped or failed
///     failing                                         failed
///     killing                                         killed
///
/// done, stopped, failed and killed are the ends.
enum class RunState {
    starting,
    running,
    pausing,
    paused,
    stopping,    ///< the stop command is out; ranks finish their step and save
    terminating, ///< SIGTERM is out
    failing,     ///< a rank is lost; the others are being ended
    killing,     ///< SIGKILL is out
    done,
    stopped,
    failed,
    killed,
};

enum class RunEvent {
    all_ready, ///< every rank sent Hello
    pause_asked,
    paused, ///< rank 0 is in phase "paused"
    continue_asked,
    stop_asked,
    grace_over,
    kill_grace_over,
    kill_asked,
    rank_failed,      ///< a rank died, hung, or sent Failed
    all_gone_done,    ///< every process has ended, all with 0
    all_gone_stopped, ///< every process has ended, with 0 or 75, at least one 75
    all_gone_failed,  ///< every process has ended otherwise
};

/// The state after the event; std::nullopt if the event has no meaning in this state (and changes nothing).
/// Pure.
std::optional<RunState> next(RunState state, RunEvent event);

/// Whether no process of the run is left.
bool is_end(RunState state);
/// Whether a rank is lost or SIGKILL is out, or the run is at its end.
bool is_ending(RunState state);
/// The enumerator's name, of event::state: what State events carry.
std::string name_of(RunState state);
std::string name_of(RunEvent event);

} // namespace tunedesk::run
