// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "best/best_progress.h"
#include "best/best_run.h"
#include "preset/preset.h"
#include "run/best/best_plan.h"
#include "run/best/best_settings.h"
#include "run/check/check.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::app {

/// What `best` trains with and for how long, found by trials: length, schedule, precision, batch, learning
/// rate, plan.
class BestSearch {
public:
    /// Searches, and says what it has found. Throws what checking and trial steps throw.
    BestSearch(const BestOptions& options, const BestProgress& progress);

    /// Assignments for the preset: the user's, then chosen().
    const std::vector<std::string>& sets() const { return sets_; }
    const std::vector<std::string>& chosen() const { return chosen_; }
    /// The check of the preset with the chosen settings.
    const run::Check& check() const { return check_; }
    const run::RunCost& cost() const { return cost_; }
    /// Seconds of a training step.
    double step_seconds() const { return found_.step_seconds; }
    /// std::nullopt if the time does not suffice.
    const std::optional<run::BestPlan>& plan() const { return plan_; }

private:
    void choose_data();
    void choose_schedule(const Preset::Training& training);
    void choose_precision();
    void choose_batch();
    void choose_rate();
    void make_plan();
    void plan_single_run();
    void set(const std::string& key, const std::string& value);
    run::FoundRate own_rate(double step_seconds) const;
    std::optional<run::BestPlan> plan_with(double step_seconds, double from) const;
    run::BestLimits limits_after(double time, const run::FoundRate& found) const;

    const BestOptions& options_;
    const BestProgress& progress_;
    std::vector<std::string> sets_, chosen_;
    std::vector<std::string> schedule_; ///< of chosen_, the schedule's
    run::Check check_;                  ///< of the preset with what was chosen so far
    std::uint64_t limit_ = 0;           ///< of memory, in bytes; 0: none
    run::TriedBatch known_;             ///< the preset's own batch
    double step_seconds_ = 0, start_seconds_ = 0;
    bool is_alone_ = false; ///< whatever the batch, the time allows one run
    run::FoundRate found_;
    run::RunCost cost_;
    std::optional<run::BestPlan> plan_;
};

} // namespace tunedesk::app
