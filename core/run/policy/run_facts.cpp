// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/run_facts.h"

#include <algorithm>

namespace tunedesk::run {

void RunFacts::start_ranks(double now, int count) {
    ranks.assign(static_cast<std::size_t>(count), {});
    for (int index = 0; index < count; ++index) {
        RankStatus& started = rank(index);
        started.index = index;
        started.started = started.last_heard = started.last_worked = now;
    }
}

bool RunFacts::all_met() const {
    // Another rank's Hello may be read after events of rank 0.
    return milestones.started_training || std::ranges::all_of(ranks, &RankStatus::said_hello);
}

bool RunFacts::any_lives() const {
    return std::ranges::any_of(ranks, &RankStatus::lives);
}

std::string RunFacts::where() const {
    return ranks.empty() ? std::string() : ranks[0].where();
}

} // namespace tunedesk::run
