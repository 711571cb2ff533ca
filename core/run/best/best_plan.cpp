// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/best/best_plan.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

constexpr int length_unit = 8, shortest_length = 16;
constexpr double nearly_as_fast = 0.85;
constexpr int largest_batch = 64, fewest_epoch_steps = 20;
constexpr std::int64_t fewest_steps = 10;
constexpr int most_evaluations = 4;
constexpr double evaluation_share = 0.1;
/// Of the time: for several runs, for one alone, and for runs of which the best one trains on in the rest.
constexpr double whole_share = 0.95, alone_share = 0.99, short_share = 0.4;
constexpr double same_rate = 0.2; ///< of the logarithms: rates so close are one

/// How long the runs are to be.
enum class Lengths {
    full,          ///< as long as the preset wants
    grows_to_full, ///< shorter, so that the best one can train on until it is so long
    grows,         ///< shorter, and the best one trains on while there is time
};

/// A number of rates and seeds, and the steps that make it worth while.
struct Shape {
    std::size_t rates = 1;
    int seeds = 1;
    Lengths lengths = Lengths::full;
    std::int64_t least_steps = 0;
};

/// The most steps of each run with which the best one can still train on to the full length.
std::int64_t steps_before_growing(const RunCost& cost, double turns, double seconds, std::int64_t full) {
    const double left = seconds - (turns + 1) * cost.of_run(0) - cost.step * static_cast<double>(full);
    if (left <= 0) return 0;
    return turns <= 1 ? full : static_cast<std::int64_t>(left / (cost.step * (turns - 1)));
}

bool is_usable(double rate, const BestLimits& limits) {
    return rate > 0 && rate >= limits.lowest_rate && rate <= limits.highest_rate;
}

/// The chosen one first.
std::vector<double> rates_around(const BestLimits& limits) {
    std::vector<double> rates{limits.rate};
    for (const double rate : {limits.rate / 2, limits.rate * 2})
        if (is_usable(rate, limits)) rates.push_back(rate);
    if (!is_usable(limits.own_rate, limits)) return rates;
    const auto distance = [&](double rate) { return std::abs(std::log(rate / limits.own_rate)); };
    const auto next = std::ranges::min_element(rates, {}, distance);
    if (next != rates.begin())
        *next = limits.own_rate;
    else if (distance(limits.rate) > same_rate)
        rates.insert(rates.begin() + 1, limits.own_rate);
    return rates;
}

/// The longest runs of this shape; nothing where they would be too short.
std::optional<BestPlan> fitted(const Shape& shape, const RunCost& cost, const BestLimits& limits,
                               const std::vector<double>& rates) {
    BestPlan plan;
    const auto count = static_cast<std::ptrdiff_t>(std::min(shape.rates, rates.size()));
    plan.rates.assign(rates.begin(), rates.begin() + count);
    if (count == 1 && is_usable(limits.own_rate, limits)) plan.rates = {limits.own_rate};
    plan.seeds = shape.seeds;
    plan.full_steps = limits.full_steps;
    const double turns = std::ceil(static_cast<double>(plan.run_count()) / std::max(1, limits.at_once));
    const double seconds = (plan.is_single() ? alone_share : whole_share) * limits.seconds;
    const std::int64_t most =
        shape.lengths == Lengths::grows_to_full
            ? steps_before_growing(cost, turns, seconds, limits.full_steps)
            : cost.steps_within((shape.lengths == Lengths::grows ? short_share * limits.seconds : seconds) /
                                turns);
    plan.steps = std::min(limits.full_steps, most);
    if (plan.steps < std::max(fewest_steps, std::min(shape.least_steps, limits.full_steps)))
        return std::nullopt;
    plan.run_seconds = cost.of_run(plan.steps);
    plan.seconds = turns * plan.run_seconds;
    if (plan.steps < limits.full_steps) plan.rest_seconds = std::max(0.0, limits.seconds - plan.seconds);
    return plan;
}

} // namespace

int choose_length(std::span<const std::uint32_t> lengths, int max_length, double cut_share) {
    if (lengths.empty()) return max_length;
    std::vector<std::uint32_t> sorted(lengths.begin(), lengths.end());
    const auto cut = static_cast<std::size_t>(cut_share * static_cast<double>(sorted.size()));
    const auto place = sorted.end() - 1 - static_cast<std::ptrdiff_t>(cut);
    std::nth_element(sorted.begin(), place, sorted.end());
    const int covering = (static_cast<int>(*place) + length_unit - 1) / length_unit * length_unit;
    return std::min(max_length, std::max(shortest_length, covering));
}

std::optional<int> choose_batch(std::span<const TriedBatch> tried) {
    double fastest = 0;
    for (const TriedBatch& each : tried)
        if (each.fits) fastest = std::max(fastest, each.tokens_per_second);
    std::optional<int> chosen;
    for (const TriedBatch& each : tried)
        if (each.fits && each.tokens_per_second >= nearly_as_fast * fastest)
            chosen = std::min(chosen.value_or(each.size), each.size);
    return chosen;
}

std::vector<int> batch_candidates(int own, std::uint64_t rows) {
    std::vector<int> sizes{own};
    for (int size = 8; size <= largest_batch; size *= 2)
        if (static_cast<std::uint64_t>(size) * fewest_epoch_steps <= rows) sizes.push_back(size);
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

double RunCost::of_run(std::int64_t steps) const {
    return fixed + evaluations * evaluation + step * static_cast<double>(steps);
}

std::int64_t RunCost::steps_within(double seconds) const {
    const double left = seconds - of_run(0);
    if (left <= 0 || step <= 0) return 0;
    return static_cast<std::int64_t>(std::min(left / step, 1e12));
}

int affordable_evaluations(const RunCost& cost, double seconds) {
    if (cost.evaluation <= 0) return most_evaluations;
    const double many = evaluation_share * std::max(0.0, seconds) / cost.evaluation;
    return static_cast<int>(std::clamp(many, 1.0, static_cast<double>(most_evaluations)));
}

std::optional<BestPlan> plan_best(const RunCost& cost, const BestLimits& limits) {
    const std::vector<double> rates = rates_around(limits);
    const std::int64_t full = limits.full_steps;
    const std::int64_t third = std::max<std::int64_t>(100, full / 3),
                       tenth = std::max<std::int64_t>(30, full / 10);
    const Shape shapes[] = {{3, 3, Lengths::full, full},           {3, 2, Lengths::full, full},
                            {3, 2, Lengths::grows_to_full, third}, {3, 1, Lengths::grows_to_full, tenth},
                            {1, 1, Lengths::full, full},           {3, 1, Lengths::grows, tenth},
                            {1, 1, Lengths::full, fewest_steps}};
    for (const Shape& shape : shapes)
        if (auto plan = fitted(shape, cost, limits, rates)) return plan;
    return std::nullopt;
}

std::string text_of(const BestPlan& plan) {
    const auto counted = [](std::size_t count, const char* what) {
        return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
    };
    if (plan.is_single())
        return fmt::format("the time allows only one run: {} steps, about {}", plan.steps,
                           human_duration(plan.seconds));
    return fmt::format(
        "{} x {}, {} steps each, about {} in all{}", counted(plan.rates.size(), "learning rate"),
        counted(static_cast<std::size_t>(plan.seeds), "seed"), plan.steps, human_duration(plan.seconds),
        plan.rest_seconds > 0 ? "; the best run then trains on" : "");
}

} // namespace tunedesk::run
