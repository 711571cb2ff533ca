// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::run {

// The choices and the plan of `best`, as pure functions of measurements.

/// A batch size that was tried.
struct TriedBatch {
    int size = 0;
    double tokens_per_second = 0;
    bool fits = false;
    double step_seconds = 0; ///< of a step with the longest rows
};

/// The smallest length in tokens, a multiple of 8, that truncates at most `cut_share` of the rows; at most
/// `max_length`, and `max_length` if there are no rows. `lengths`: tokens of each row, special tokens
/// included.
int choose_length(std::span<const std::uint32_t> lengths, int max_length, double cut_share = 0.02);

/// The preset's own batch size, unless another is 1.3 times faster; then the smallest that has 85 % of the
/// fastest one's speed, because a smaller batch makes more updates per epoch. std::nullopt if none fits.
std::optional<int> choose_batch(std::span<const TriedBatch> tried, int own_size);

/// Batch sizes to try for a training set of `rows` rows: the preset's own, and powers of two that make at
/// least 20 steps per epoch.
std::vector<int> batch_candidates(int own, std::uint64_t rows);

/// The estimated time of a run, in seconds.
struct RunCost {
    double step = 0;       ///< one training step
    double evaluation = 0; ///< one evaluation
    double fixed = 0;      ///< start, loading, test, saving
    int evaluations = 4;   ///< evaluations of a run

    double of_run(std::int64_t steps) const;
    /// Seconds of a run that only measures a model.
    double of_measure() const;
    /// Steps that a run can make in `seconds`; 0 if none.
    std::int64_t steps_within(double seconds) const;
};

/// Number of evaluations of a run, 1 to 4. If there are several, together they take at most a tenth of
/// `seconds`.
int affordable_evaluations(const RunCost& cost, double seconds);

/// The runs that `best` makes within its time limit.
struct BestPlan {
    std::vector<double> rates; ///< learning rates, the chosen one first
    int seeds = 1;
    std::int64_t steps = 0;      ///< of each run
    double run_seconds = 0;      ///< of each run
    double seconds = 0;          ///< of all runs, one after another
    double rest_seconds = 0;     ///< time left in which a single run trains on; 0: it has the preset's length
    std::int64_t full_steps = 0; ///< steps that the preset asks for

    std::size_t run_count() const { return rates.size() * static_cast<std::size_t>(seeds); }
    /// Whether the time allows only one run.
    bool is_single() const { return run_count() == 1; }
    /// Whether there are several runs, each with at least the preset's steps.
    bool has_whole_choice() const { return !is_single() && steps >= full_steps; }
};

/// The limits of a plan.
struct BestLimits {
    double seconds = 0; ///< time left
    int at_once = 1;    ///< runs that train at the same time
    std::int64_t full_steps = 0;
    double rate = 0;                                ///< the chosen one
    double own_rate = 0;                            ///< the preset's
    double lowest_rate = 0, highest_rate = 1000000; ///< bounds of other rates to try
};

/// Plans three rates (the chosen one, its half and its double) with the preset's steps or up to three times
/// as many: with three seeds if all runs have three times as many, else with two or one. If the time does not
/// suffice, two rates with at least 0.6 of the preset's steps; else one run. The preset's own rate, unless it
/// is too high, replaces the nearest of the rates; a single run uses it. Plans of several runs leave time to
/// measure the mean of their weights. std::nullopt if not even ten steps fit.
std::optional<BestPlan> plan_best(const RunCost& cost, const BestLimits& limits);

/// "3 learning rates x 2 seeds, 120 steps each (the preset wants 100), about 02:10 in all"
std::string text_of(const BestPlan& plan);

} // namespace tunedesk::run
