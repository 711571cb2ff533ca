// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "run/policy/milestones.h"
#include "run/policy/rank_status.h"
#include "run/policy/verdict.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// What is known of a run under supervision. The policy alone changes it; the parts that decide read it.
struct RunFacts {
    event::RunFolder folder;
    std::vector<RankStatus> ranks = {}; ///< those of now, by rank; none before a start
    Milestones milestones = {};
    Verdict verdict = {};                           ///< of all that went wrong
    std::optional<event::Diagnosis> diagnosis = {}; ///< of the ranks' flight records, at the first failure
    std::string stop_reason = {};                   ///< of a stop that is not its user's

    /// Replaces the ranks by `count` that start now.
    void start_ranks(double now, int count);
    RankStatus& rank(int index) { return ranks.at(static_cast<std::size_t>(index)); }
    /// Whether every rank is connected.
    bool all_met() const;
    bool any_lives() const;
    /// Where rank 0 was when it was last heard; "" without ranks.
    std::string where() const;
};

} // namespace tunedesk::run
