// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::run {

// What `best` chooses and plans, as functions of what was measured. Pure.

/// A batch size that was tried.
struct TriedBatch {
    int size = 0;
    double tokens_per_second = 0;
    bool fits = false;
    double step_seconds = 0; ///< of a step with the longest rows
};

/// The least length in tokens, a multiple of 8, that cuts at most `cut_share` of the rows; at most
/// `max_length`, and that where there are no rows. `lengths`: of each row, special tokens included.
int choose_length(std::span<const std::uint32_t> lengths, int max_length, double cut_share = 0.02);

/// The preset's own batch, unless another is clearly (1.3 times) faster; then the smallest that is nearly (85
/// %) as fast as the fastest: half a batch makes twice the updates. std::nullopt if none fits.
std::optional<int> choose_batch(std::span<const TriedBatch> tried, int own_size);

/// Batch sizes to try for so many rows, the preset's own among them: a run is to make 20 steps an epoch, at
/// least.
std::vector<int> batch_candidates(int own, std::uint64_t rows);

/// What a run takes, in seconds.
struct RunCost {
    double step = 0;       ///< of a training step
    double evaluation = 0; ///< of one evaluation
    double fixed = 0;      ///< start, loading, test, saving
    int evaluations = 4;   ///< of a run

    double of_run(std::int64_t steps) const;
    /// Of a run that measures a model.
    double of_measure() const;
    /// Steps that a run can make in so many seconds; 0 where not one.
    std::int64_t steps_within(double seconds) const;
};

/// Evaluations of a run, one to four: together they take a tenth of the time at most, where more than one do.
int affordable_evaluations(const RunCost& cost, double seconds);

/// How the time is to be spent.
struct BestPlan {
    std::vector<double> rates; ///< learning rates, the chosen one first
    int seeds = 1;
    std::int64_t steps = 0;      ///< of each run
    double run_seconds = 0;      ///< of each run
    double seconds = 0;          ///< of all these runs, one after another
    double rest_seconds = 0;     ///< for which a single run trains on; 0: it is as long as the preset wants
    std::int64_t full_steps = 0; ///< that the preset wants

    std::size_t run_count() const { return rates.size() * static_cast<std::size_t>(seeds); }
    /// Whether the time allows no choice.
    bool is_single() const { return run_count() == 1; }
    /// Whether each of several runs is as long as the preset wants.
    bool has_whole_choice() const { return !is_single() && steps >= full_steps; }
};

/// What a plan is made for.
struct BestLimits {
    double seconds = 0; ///< that are left
    int at_once = 1;    ///< runs that train at the same time
    std::int64_t full_steps = 0;
    double rate = 0;                                ///< the chosen one
    double own_rate = 0;                            ///< the preset's
    double lowest_rate = 0, highest_rate = 1000000; ///< that may be tried beside it
};

/// Three rates, half and twice the chosen one beside it, as long as the preset wants or up to three times as
/// long: with three seeds where all are so long, else with two or one. Where that does not fit, two rates for
/// at least three fifths of that length; else one run. The preset's own rate, where it does not diverge,
/// takes the place of the one next to it; a single run, to which nothing is compared, has it. Several leave
/// time to measure the mean of their weights. std::nullopt if not even ten steps fit.
std::optional<BestPlan> plan_best(const RunCost& cost, const BestLimits& limits);

/// "3 learning rates x 2 seeds, 120 steps each (the preset wants 100), about 02:10 in all"
std::string text_of(const BestPlan& plan);

} // namespace tunedesk::run
