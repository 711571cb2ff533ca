// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/policy/run_control.h"
#include "run/policy/run_facts.h"

#include <vector>

namespace tunedesk::run {

/// Whether the process ended by SIGTERM, or as a shell around the worker reports it.
bool is_terminated(const ProcessEnd& end);

/// Judges how ranks ended by what the supervisor has asked of them. Pure; a view of facts of this moment.
class EndJudge {
public:
    /// `start_cancelled`: a stop came before the ranks had met (StopDeadlines).
    EndJudge(const RunFacts& facts, const RunControl& control, bool start_cancelled)
        : facts_(facts), control_(control), start_cancelled_(start_cancelled) {}

    /// Whether a rank that has ended did so against what was asked of it, without a report of its own; then
    /// the verdict has it.
    bool blames(const RankStatus& rank, Verdict& verdict) const;
    /// How a run whose last process has ended came to its end: an all_gone_* event.
    RunEvent of_all() const;

private:
    bool is_well(const RankStatus& rank) const;
    bool is_failure(const RankStatus& rank) const;

    const RunFacts& facts_;
    const RunControl& control_;
    const bool start_cancelled_;
};

} // namespace tunedesk::run
