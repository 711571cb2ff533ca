// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/best/best_settings.h"

#include "base/clock.h"
#include "task/task.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::run {

namespace {

/// An evaluation makes a forward pass alone, on batches of like lengths, in parts side by side.
constexpr double evaluation_speed = 5;
/// A run's supervisor, queue and files, beside the start of its worker.
constexpr double beside_start_seconds = 4;
/// A token of a short row takes longer than one of the longest: products are smaller.
constexpr double short_row_cost = 1.3;
constexpr int fewest_rate_steps = 30, most_rate_steps = 100;
constexpr std::size_t fewest_timed_steps = 2; ///< that say what a step takes, even where the time is over
/// Limits of search_rate(): the range test, and at most five rates with twice its steps each.
constexpr int most_searches = 1 + 5 * 2, most_starts = 6;
/// Beside the chosen rate where none was suggested.
constexpr double any_rate = 1e6;

/// The time of a search is over.
struct OutOfTime {};

/// The times of the steps of one process.
struct StepTimes {
    double begun = monotonic_seconds();
    std::vector<double> ends;

    void take() { ends.push_back(monotonic_seconds()); }
    /// Seconds per step in the second half: the first steps prepare the products of each shape.
    double step_seconds() const {
        const std::size_t half = (ends.size() - 1) / 2;
        return (ends.back() - ends[half]) / static_cast<double>(ends.size() - 1 - half);
    }
};

RangeTest range_test(const Preset& preset, const RateTime& time, double seconds) {
    RangeTest test;
    if (preset.training.optim != Preset::Optim::sgd) test = {1e-6, 1e-1, most_rate_steps};
    const double steps = time.step_seconds > 0 ? seconds / time.step_seconds : most_rate_steps;
    test.steps = static_cast<int>(std::clamp<double>(steps, fewest_rate_steps, most_rate_steps));
    return test;
}

/// What the rates tried within the time suggest.
RangeAdvice tried_rates(const Preset& preset, const RateTime& time, StepTimes& times,
                        const std::function<void(double)>& on_step) {
    const double seconds = time.until - monotonic_seconds();
    const RangeTest test = range_test(preset, time, seconds / 2);
    const auto see = [&](double rate) {
        times.take();
        on_step(rate);
        if (times.ends.size() >= fewest_timed_steps && monotonic_seconds() > time.until) throw OutOfTime();
    };
    const double whole = most_searches * test.steps * time.step_seconds + most_starts * time.start_seconds;
    std::vector<RangePoint> points;
    try {
        if (time.step_seconds > 0 && whole < seconds)
            return search_rate(preset, test,
                               [&](const RateProgress& progress) {
                                   if (progress.trial == 0) see(progress.learning_rate);
                                   if (monotonic_seconds() > time.until) throw OutOfTime();
                               })
                .advice;
        test_range(preset, test, [&](const RangePoint& point) {
            points.push_back(point);
            see(point.learning_rate);
        });
    } catch (const OutOfTime&) {
    }
    return points.empty() ? RangeAdvice() : advise_rate(points, preset);
}

} // namespace

bool has_free_length(const Preset& preset) {
    return task::task_of(preset.task).is_of_whole_texts() && preset.data.stride == 0 &&
           preset.data.text_pair_column.empty();
}

TriedBatch try_batch(const Check& check, int size, std::uint64_t limit) {
    TriedBatch trial;
    trial.size = size;
    Preset preset = check.preset;
    preset.training.per_device_train_batch_size = size;
    try {
        const Measured measured = measure(preset, check.cuda ? 0 : limit);
        trial.tokens_per_second = measured.tokens_per_second();
        trial.step_seconds = measured.seconds;
        trial.fits = measured.peak_bytes() <= limit || limit == 0;
    } catch (const Error& error) {
        if (!is_out_of_memory(error)) throw;
    }
    return trial;
}

std::vector<TriedBatch> try_batches(const Check& check, const TriedBatch& known, std::uint64_t limit,
                                    double until, const std::function<void(const TriedBatch&)>& on_trial) {
    std::vector<TriedBatch> tried;
    const std::uint64_t rows = check.estimate ? check.estimate->train_samples : 0;
    for (const int size : batch_candidates(known.size, rows)) {
        const TriedBatch trial = size == known.size ? known : try_batch(check, size, limit);
        on_trial(trial);
        tried.push_back(trial);
        const bool is_slower =
            tried.size() > 1 && trial.tokens_per_second < tried[tried.size() - 2].tokens_per_second;
        if (!trial.fits || is_slower || monotonic_seconds() > until) break;
    }
    return tried;
}

double usual_step_seconds(const Check& check, const TriedBatch& trial) {
    const std::vector<std::uint32_t>& lengths = check.inputs.train_lengths;
    if (lengths.empty()) return trial.step_seconds;
    const auto most = static_cast<std::uint32_t>(check.preset.data.max_length);
    double tokens = 0;
    std::uint32_t longest = 1;
    for (const std::uint32_t length : lengths) {
        tokens += std::min(length, most);
        longest = std::max(longest, std::min(length, most));
    }
    const double share = tokens / static_cast<double>(lengths.size()) / longest;
    return trial.step_seconds * std::min(1.0, short_row_cost * share);
}

FoundRate find_rate(const Preset& preset, const RateTime& time,
                    const std::function<void(double learning_rate)>& on_step) {
    StepTimes times;
    const RangeAdvice advice = tried_rates(preset, time, times, on_step);
    if (times.ends.size() < fewest_timed_steps) throw Error(ErrorId::run_time_unknown);
    FoundRate found;
    found.rate = preset.training.learning_rate;
    found.highest = advice.diverges_above.value_or(any_rate);
    if (advice.suggested) {
        found.rate = *advice.suggested;
        found.lowest = std::min(advice.usable_from, found.rate);
        found.highest = std::max(advice.usable_to, found.rate);
        found.is_suggested = true;
    }
    found.step_seconds = times.step_seconds();
    found.start_seconds = times.ends.front() - times.begun;
    return found;
}

RunCost cost_of(const Check& check, const FoundRate& found) {
    RunCost cost;
    cost.step = found.step_seconds;
    const double rows_per_step =
        epoch_steps(check) > 0 ? static_cast<double>(check.estimate->train_samples) / epoch_steps(check) : 1;
    const double row_seconds = found.step_seconds / std::max(1.0, rows_per_step) / evaluation_speed;
    cost.evaluation =
        row_seconds * static_cast<double>(check.inputs.validation_rows + check.inputs.extra_rows);
    cost.fixed = beside_start_seconds + found.start_seconds +
                 row_seconds * static_cast<double>(check.inputs.test_rows);
    return cost;
}

double epoch_steps(const Check& check) {
    if (!check.estimate || check.estimate->epochs <= 0) return 0;
    return static_cast<double>(check.estimate->steps) / check.estimate->epochs;
}

int whole_epochs(const Check& check, std::int64_t steps) {
    const double in_one = epoch_steps(check);
    if (in_one <= 0) return 1;
    return std::max(1, static_cast<int>(std::min(std::ceil(static_cast<double>(steps) / in_one), 1e6)));
}

std::int64_t wanted_steps(const Check& check) {
    if (check.preset.training.max_steps > 0) return check.preset.training.max_steps;
    return check.estimate ? static_cast<std::int64_t>(check.estimate->steps) : 0;
}

} // namespace tunedesk::run
