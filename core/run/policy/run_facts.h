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

/// The facts of a supervised run. Changed only by SupervisionPolicy, and read by the parts that decide.
struct RunFacts {
    event::RunFolder folder;
    std::vector<RankStatus> ranks = {}; ///< current ranks, by index; empty before a start
    Milestones milestones = {};
    Verdict verdict = {};                           ///< selected from all failures so far
    std::optional<event::Diagnosis> diagnosis = {}; ///< from the ranks' flight records at the first failure
    std::string stop_reason = {};                   ///< of a stop that the user did not request

    /// Replaces the ranks by `count` new ones that start now.
    void start_ranks(double now, int count);
    RankStatus& rank(int index) { return ranks.at(static_cast<std::size_t>(index)); }
    /// Whether every rank is connected.
    bool all_met() const;
    bool any_lives() const;
    /// The last known phase and step of rank 0 as text; "" without ranks.
    std::string where() const;
};

} // namespace tunedesk::run
