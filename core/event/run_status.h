// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace tunedesk::event {

/// The values of RunStatus::state. A run with a supervisor has a state of run/policy/run_state.h.
namespace state {

inline constexpr std::string_view starting = "starting";
inline constexpr std::string_view running = "running";
inline constexpr std::string_view pausing = "pausing";
inline constexpr std::string_view paused = "paused";
inline constexpr std::string_view stopping = "stopping";
inline constexpr std::string_view terminating = "terminating";
inline constexpr std::string_view failing = "failing";
inline constexpr std::string_view killing = "killing";
inline constexpr std::string_view done = "done";
inline constexpr std::string_view stopped = "stopped";
inline constexpr std::string_view failed = "failed";
inline constexpr std::string_view killed = "killed";
// Without a supervisor.
inline constexpr std::string_view queued = "queued";
inline constexpr std::string_view held = "held";               ///< in the queue; others may start before it
inline constexpr std::string_view interrupted = "interrupted"; ///< it has no supervisor and no exit.json
inline constexpr std::string_view folder_gone = "folder gone";

inline constexpr std::array all{starting, running, pausing,     paused,     stopping, terminating,
                                failing,  killing, done,        stopped,    failed,   killed,
                                queued,   held,    interrupted, folder_gone};

} // namespace state

/// The state of a run on this machine or another.
struct RunStatus {
    std::string state;            ///< one of state::all, or one of a later version; empty: not known yet
    int place = 0;                ///< place in the queue, from 1; 0: not in the queue
    std::optional<int> exit_code; ///< std::nullopt until the run has ended
    std::string job = {};         ///< of SLURM's queue: "SLURM 1234, PENDING: Resources"; else empty

    bool is(std::string_view one) const { return state == one; }
    bool is_paused() const { return is(state::paused) || is(state::pausing); }
    bool is_ending() const {
        return is(state::stopping) || is(state::terminating) || is(state::failing) || is(state::killing);
    }
    bool operator==(const RunStatus&) const = default;
};

/// The status of a run that ended with this code: done, stopped or failed.
RunStatus ended_status(int exit_code);
/// The status of a run in the queue: held, else queued.
RunStatus waiting_status(int place, bool held);

/// The number shown with the state: the place in the queue or the exit code of a failure; else std::nullopt.
std::optional<int> number_beside(const RunStatus& status);
/// In English: "done", "failed (7)", "queued (2)", "queued (SLURM 1234, PENDING: Resources)".
std::string status_text(const RunStatus& status);

/// {"state", "place" if it is queued, "exit_code" if it has ended, "job" if it is in SLURM's queue}.
Json status_json(const RunStatus& status);
/// Reads a row of `list --json`: its member "status", or the form of older versions: "state" as
/// status_text(), and "exit_code". Any JSON object is accepted.
RunStatus status_of_row(const Json& row);

} // namespace tunedesk::event
