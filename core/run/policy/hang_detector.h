// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "preset/preset.h"
#include "run/policy/rank_status.h"
#include "run/policy/verdict.h"

#include <functional>
#include <vector>

namespace tunedesk::run {

/// Finds ranks that hang by their heartbeats. A rank that works, however slowly, sends heartbeats; one that
/// waits for other ranks or the disk reports that; one that hangs is silent.
class HangDetector {
public:
    /// `is_asleep`: whether a rank's process waits for something, neither computing nor stopped.
    HangDetector(const Preset::Supervision& limits, event::RunFolder folder,
                 std::function<bool(int rank)> is_asleep);

    /// Adds every hang to the verdict; true if there is one.
    bool find(const std::vector<RankStatus>& ranks, double now, Verdict& verdict) const;

    /// Whether a stop is under way: all ranks start, work, wait or leave, and have not trained on past the
    /// step that all agree to stop at. `asked_at`: rank 0's step when the stop was requested.
    bool is_finishing(const std::vector<RankStatus>& ranks, std::int64_t asked_at, double now) const;

private:
    bool find_silent(const std::vector<RankStatus>& ranks, const RankStatus& rank, double now,
                     Verdict& verdict) const;
    bool find_deadlock(const std::vector<RankStatus>& ranks, double now, Verdict& verdict) const;
    /// The connected rank with the least HangSuspect; ranks not heard since `silent_since` count as silent.
    const RankStatus& most_suspect(const std::vector<RankStatus>& ranks, double silent_since) const;

    const Preset::Supervision limits_;
    const event::RunFolder folder_;
    const std::function<bool(int)> is_asleep_;
};

} // namespace tunedesk::run
