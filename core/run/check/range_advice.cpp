// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/range_advice.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tunedesk::run {

namespace {

constexpr double width = 3; // of the smoothing, in points
constexpr std::size_t fewest_points = 10;

std::vector<double> smoothed(const std::vector<double>& values) {
    const auto reach = static_cast<std::ptrdiff_t>(3 * width);
    const auto count = static_cast<std::ptrdiff_t>(values.size());
    std::vector<double> result(values.size());
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        double sum = 0, weights = 0;
        for (std::ptrdiff_t j = std::max<std::ptrdiff_t>(0, i - reach); j < std::min(count, i + reach + 1);
             ++j) {
            const double value = values[static_cast<std::size_t>(j)];
            if (!std::isfinite(value)) continue;
            const double distance = static_cast<double>(j - i) / width;
            const double weight = std::exp(-0.5 * distance * distance);
            sum += weight * value;
            weights += weight;
        }
        result[static_cast<std::size_t>(i)] = weights > 0 ? sum / weights : NAN;
    }
    return result;
}

std::vector<double> losses_of(const std::vector<RangePoint>& points) {
    std::vector<double> losses;
    for (const RangePoint& point : points)
        losses.push_back(point.loss);
    return losses;
}

/// Losses above the first ones say no more than that it diverges: they must not outweigh their neighbours.
void cap_at_start(std::vector<double>& losses) {
    double most = losses.front();
    for (std::size_t i = 0; i < fewest_points; ++i)
        if (std::isfinite(losses[i])) most = std::max(most, losses[i]);
    for (double& loss : losses)
        loss = std::isfinite(loss) ? std::min(loss, most) : most;
}

double scatter_before(std::size_t end, const std::vector<double>& losses, const std::vector<double>& means) {
    double squares = 0;
    for (std::size_t i = 0; i <= end; ++i)
        squares += (losses[i] - means[i]) * (losses[i] - means[i]);
    return std::sqrt(squares / static_cast<double>(end + 1));
}

} // namespace

std::vector<double> smoothed_losses(const std::vector<RangePoint>& points) {
    return smoothed(losses_of(points));
}

bool keeps_weights(const Preset& preset) {
    return preset.model.init == Preset::Init::pretrained && preset.model.train == Preset::Train::all;
}

RangeAdvice advise_rate(const std::vector<RangePoint>& points, const Preset& preset) {
    RangeAdvice advice;
    if (points.size() < fewest_points || !std::isfinite(points.front().loss)) return advice;
    std::vector<double> losses = losses_of(points);
    cap_at_start(losses);
    const std::vector<double> means = smoothed(losses);
    const auto least = static_cast<std::size_t>(std::min_element(means.begin(), means.end()) - means.begin());
    const double start = std::accumulate(means.begin(), means.begin() + fewest_points, 0.0) /
                         static_cast<double>(fewest_points);
    const double scatter = scatter_before(least, losses, means);
    const double fall = start - means[least];
    // The means scatter by about a third of the losses.
    const double margin = std::max(0.15 * fall, scatter * 2 / 3);
    std::size_t last = points.size() - 1;
    while (means[last] > means[least] + margin)
        --last;
    if (last + 1 < points.size()) advice.diverges_above = points[last].learning_rate;
    // Smaller falls were of losses that only scatter, or gave rates that did not train.
    if (least < fewest_points || !(fall > 2.5 * scatter)) return advice;

    const bool keeps = keeps_weights(preset);
    const double edge = points[last].learning_rate, best = points[least].learning_rate;
    advice.suggested = keeps ? best / 10 : edge;
    advice.usable_from = keeps ? best / 20 : edge / 2;
    advice.usable_to = keeps ? best / 5 : edge;
    if (keeps && preset.training.optim != Preset::Optim::sgd) {
        constexpr double most = 5e-4;
        advice.suggested = std::min(*advice.suggested, most);
        advice.usable_to = std::min(advice.usable_to, 2 * most);
        advice.usable_from = std::min(advice.usable_from, most / 2);
    }
    return advice;
}

namespace {

std::size_t late_from(std::size_t steps) {
    return steps - (steps + 2) / 3;
}

/// Standard errors between a rate and the best of five that chance explains at 5 %, which the four
/// comparisons share (Bonferroni).
constexpr double most_errors = 2.5;

/// Whether `trial` ends above `best` by more than chance explains, on the same rows. Both have all steps.
bool is_worse(const RateTrial& trial, const RateTrial& best) {
    const std::size_t first = late_from(best.losses.size());
    const auto count = static_cast<double>(best.losses.size() - first);
    double sum = 0, squares = 0;
    for (std::size_t i = first; i < best.losses.size(); ++i) {
        const double difference = trial.losses[i] - best.losses[i];
        sum += difference;
        squares += difference * difference;
    }
    const double mean = sum / count;
    const double variance = std::max(0.0, squares / count - mean * mean) / std::max(1.0, count - 1);
    return !(mean <= most_errors * std::sqrt(variance));
}

} // namespace

double late_loss(const RateTrial& trial) {
    const auto first = trial.losses.begin() + static_cast<std::ptrdiff_t>(late_from(trial.losses.size()));
    return std::accumulate(first, trial.losses.end(), 0.0) / static_cast<double>(trial.losses.end() - first);
}

RangeAdvice advise_rate(const std::vector<RateTrial>& trials, int steps, const RangeAdvice& of_range) {
    RangeAdvice advice;
    advice.diverges_above = of_range.diverges_above;
    const auto is_whole = [&](const RateTrial& trial) {
        return std::cmp_equal(trial.losses.size(), steps) && std::isfinite(late_loss(trial));
    };
    const auto broken = std::ranges::find_if_not(trials, is_whole);
    if (broken != trials.end() && broken != trials.begin())
        advice.diverges_above = std::prev(broken)->learning_rate;
    const auto best = std::min_element(trials.begin(), broken, [](const RateTrial& a, const RateTrial& b) {
        return late_loss(a) < late_loss(b);
    });
    if (best == broken) return advice;
    auto from = best, to = best;
    while (from != trials.begin() && !is_worse(*std::prev(from), *best))
        --from;
    while (std::next(to) != broken && !is_worse(*std::next(to), *best))
        ++to;
    if (from == trials.begin() && std::next(to) == trials.end()) return advice;
    advice.suggested = std::sqrt(from->learning_rate * to->learning_rate);
    const double half_a_step = std::pow(10, 0.25);
    advice.usable_from = from->learning_rate / half_a_step;
    advice.usable_to = to->learning_rate * half_a_step;
    return advice;
}

} // namespace tunedesk::run
