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
/// So much faster than the preset's own is a batch that takes its place; a trial's time scatters, too.
constexpr double clearly_faster = 1.3;
constexpr int largest_batch = 64, fewest_epoch_steps = 20;
constexpr std::int64_t fewest_steps = 10;
constexpr int most_evaluations = 4;
constexpr double evaluation_share = 0.1;
constexpr double whole_share = 0.9, alone_share = 0.93; ///< of the time: for several runs, for one alone
constexpr double same_rate = 0.2;                       ///< of the logarithms: rates so close are one
/// So many times as long as the preset wants, where the time allows: small tables gain by it.
constexpr std::int64_t most_lengths = 3;
/// As a fraction of the preset's length: two runs this short, and the mean of their weights, are better than
/// one long run.
constexpr double least_of_two = 0.6;

/// A number of rates and seeds, and the steps that make it worth while.
struct Shape {
    std::size_t rates = 1;
    int seeds = 1;
    std::int64_t least_steps = 0, most_steps = 0;
};

bool is_usable(double rate, const BestLimits& limits) {
    return rate > 0 && rate >= limits.lowest_rate && rate <= limits.highest_rate;
}

/// A rate that a short test finds too small may do well in a long run.
bool has_own_rate(const BestLimits& limits) {
    return limits.own_rate > 0 && limits.own_rate <= limits.highest_rate;
}

/// The chosen one first, then the preset's own, then the larger.
std::vector<double> rates_around(const BestLimits& limits) {
    std::vector<double> rates{limits.rate};
    for (const double rate : {limits.rate * 2, limits.rate / 2})
        if (is_usable(rate, limits)) rates.push_back(rate);
    if (!has_own_rate(limits)) return rates;
    const auto distance = [&](double rate) { return std::abs(std::log(rate / limits.own_rate)); };
    const auto next = std::ranges::min_element(rates, {}, distance);
    if (next == rates.begin() && distance(limits.rate) <= same_rate) return rates;
    if (next != rates.begin()) rates.erase(next);
    rates.insert(rates.begin() + 1, limits.own_rate);
    return rates;
}

/// The longest runs of this shape; std::nullopt if they would be too short.
std::optional<BestPlan> fitted(const Shape& shape, const RunCost& cost, const BestLimits& limits,
                               const std::vector<double>& rates) {
    BestPlan plan;
    const auto count = static_cast<std::ptrdiff_t>(std::min(shape.rates, rates.size()));
    plan.rates.assign(rates.begin(), rates.begin() + count);
    if (count == 1 && has_own_rate(limits)) plan.rates = {limits.own_rate};
    plan.seeds = shape.seeds;
    plan.full_steps = limits.full_steps;
    const double turns = std::ceil(static_cast<double>(plan.run_count()) / std::max(1, limits.at_once));
    const double given = plan.is_single() ? limits.seconds : limits.seconds - cost.of_measure();
    const double seconds = (plan.is_single() ? alone_share : whole_share) * given;
    plan.steps = std::min(shape.most_steps, cost.steps_within(seconds / turns));
    if (plan.steps < std::max(fewest_steps, shape.least_steps)) return std::nullopt;
    plan.run_seconds = cost.of_run(plan.steps);
    plan.seconds = turns * plan.run_seconds;
    if (plan.is_single() && plan.steps < limits.full_steps)
        plan.rest_seconds = std::max(0.0, given - plan.seconds);
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

std::optional<int> choose_batch(std::span<const TriedBatch> tried, int own_size) {
    double fastest = 0;
    for (const TriedBatch& each : tried)
        if (each.fits) fastest = std::max(fastest, each.tokens_per_second);
    const auto own = std::ranges::find(tried, own_size, &TriedBatch::size);
    if (own != tried.end() && own->fits && fastest < clearly_faster * own->tokens_per_second) return own_size;
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

double RunCost::of_measure() const {
    return fixed + evaluation;
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
    const std::int64_t longest = most_lengths * full;
    const auto of_two = static_cast<std::int64_t>(std::ceil(least_of_two * static_cast<double>(full)));
    const Shape shapes[] = {{3, 3, longest, longest},
                            {3, 2, full, longest},
                            {3, 1, full, longest},
                            {2, 1, of_two, full},
                            {1, 1, 0, full}};
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
    return fmt::format("{} x {}, {} steps each (the preset wants {}), about {} in all",
                       counted(plan.rates.size(), "learning rate"),
                       counted(static_cast<std::size_t>(plan.seeds), "seed"), plan.steps, plan.full_steps,
                       human_duration(plan.seconds));
}

} // namespace tunedesk::run
