// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/policy/run_control.h"
#include "run/policy/run_facts.h"

#include <vector>

namespace tunedesk::run {

/// Whether the process ended by SIGTERM, or with the exit code by which a shell reports SIGTERM.
bool is_terminated(const ProcessEnd& end);

/// Judges the ends of ranks by what the supervisor asked of them. Pure. Holds references; valid while its
/// arguments are.
class EndJudge {
public:
    /// `start_cancelled`: a stop came before the ranks had met (StopDeadlines).
    EndJudge(const RunFacts& facts, const RunControl& control, bool start_cancelled)
        : facts_(facts), control_(control), start_cancelled_(start_cancelled) {}

    /// Whether a rank ended unexpectedly and without a report of its own. If so, adds this to `verdict`.
    bool blames(const RankStatus& rank, Verdict& verdict) const;
    /// The all_gone_* event of a run whose last process has ended.
    RunEvent of_all() const;

private:
    bool is_well(const RankStatus& rank) const;
    bool is_failure(const RankStatus& rank) const;

    const RunFacts& facts_;
    const RunControl& control_;
    const bool start_cancelled_;
};

} // namespace tunedesk::run
