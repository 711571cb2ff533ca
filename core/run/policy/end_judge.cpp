// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/end_judge.h"

#include "base/error.h"

#include <algorithm>
#include <csignal>

namespace tunedesk::run {

namespace {

bool is_exit(const ProcessEnd& end, ExitCode code) {
    return end.signal == 0 && !end.vanished && end.code == static_cast<int>(code);
}

} // namespace

bool is_terminated(const ProcessEnd& end) {
    return end.signal == SIGTERM || (end.signal == 0 && end.code == 128 + SIGTERM);
}

bool EndJudge::is_well(const RankStatus& rank) const {
    const ProcessEnd end = rank.end.value_or(ProcessEnd{1, 0});
    const bool has_stepped = facts_.milestones.kept.metrics_step.has_value(); // otherwise nothing is lost
    return is_exit(end, ExitCode::done) || is_exit(end, ExitCode::stopped) || start_cancelled_ ||
           (control_.has_sent_term() && (has_stepped ? end.signal == SIGTERM : is_terminated(end)));
}

bool EndJudge::is_failure(const RankStatus& rank) const {
    const bool too_early = !rank.said_hello || (rank.index == 0 && !facts_.milestones.finished);
    if (is_well(rank) && !(is_exit(*rank.end, ExitCode::done) && too_early)) return false;
    return !control_.has_killed() && !rank.said_failed;
}

RunEvent EndJudge::of_all() const {
    const bool done =
        facts_.milestones.finished && std::ranges::all_of(facts_.ranks, [](const RankStatus& rank) {
            return rank.end && is_exit(*rank.end, ExitCode::done);
        });
    const bool well =
        std::ranges::all_of(facts_.ranks, [this](const RankStatus& rank) { return is_well(rank); });
    return done ? RunEvent::all_gone_done : well ? RunEvent::all_gone_stopped : RunEvent::all_gone_failed;
}

bool EndJudge::blames(const RankStatus& rank, Verdict& verdict) const {
    if (!is_failure(rank)) return false;
    const ProcessEnd end = *rank.end;
    if (end.vanished)
        verdict.vanished(rank.index, rank.host, rank.where(), facts_.folder.log(rank.index));
    else if (end.signal != 0)
        verdict.died(rank.index, end.signal, rank.where(), end.signal == SIGKILL && rank.out_of_memory);
    else
        verdict.exited(rank.index, end, rank.where(), facts_.folder.log(rank.index));
    return true;
}

} // namespace tunedesk::run
