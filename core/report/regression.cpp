#include "report/regression.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <vector>

namespace tunedesk::report {

namespace {

using Numbers = std::vector<double>;

double mean_of(const Numbers& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

double correlation(const Numbers& x, const Numbers& y) {
    const double mean_x = mean_of(x), mean_y = mean_of(y);
    double both = 0, only_x = 0, only_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        both += (x[i] - mean_x) * (y[i] - mean_y);
        only_x += (x[i] - mean_x) * (x[i] - mean_x);
        only_y += (y[i] - mean_y) * (y[i] - mean_y);
    }
    if (!(only_x > 0) || !(only_y > 0)) return std::numeric_limits<double>::quiet_NaN();
    return std::clamp(both / std::sqrt(only_x) / std::sqrt(only_y), -1.0, 1.0);
}

/// From 1; equal numbers share the mean of their ranks.
Numbers ranks_of(const Numbers& numbers) {
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return numbers[i]; });
    Numbers ranks(numbers.size());
    for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
        while (last < order.size() && numbers[order[last]] == numbers[order[first]])
            ++last;
        for (std::size_t i = first; i < last; ++i)
            ranks[order[i]] = (static_cast<double>(first + last) + 1) / 2;
    }
    return ranks;
}

bool all_finite(const Numbers& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

} // namespace

RegressionScores regression_scores(std::span<const float> truth, std::span<const float> predicted) {
    if (truth.empty() || truth.size() != predicted.size())
        throw Error(ErrorId::numbers_mismatch,
                    {fmt::to_string(truth.size()), fmt::to_string(predicted.size())});
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    const Numbers y(truth.begin(), truth.end()), p(predicted.begin(), predicted.end());
    if (!all_finite(p)) return {missing, missing, missing, missing, missing};
    const auto count = static_cast<double>(y.size());
    const double mean = mean_of(y);
    double squares = 0, absolute = 0, spread = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        squares += (y[i] - p[i]) * (y[i] - p[i]);
        absolute += std::abs(y[i] - p[i]);
        spread += (y[i] - mean) * (y[i] - mean);
    }
    RegressionScores scores;
    scores.pearson = correlation(y, p);
    scores.spearman = correlation(ranks_of(y), ranks_of(p));
    scores.mse = squares / count;
    scores.mae = absolute / count;
    scores.r2 = spread > 0 ? 1 - squares / spread : squares > 0 ? 0 : 1;
    return scores;
}

task::Values values_of(const RegressionScores& scores, double loss) {
    return {{"loss", loss},      {"pearson", scores.pearson}, {"spearman", scores.spearman},
            {"mse", scores.mse}, {"mae", scores.mae},         {"r2", scores.r2}};
}

std::string to_text(const task::Values& values, task::Kind kind, std::size_t rows) {
    std::string text;
    for (const auto& [name, value] : values) {
        const task::Metric* metric = task::task_of(kind).find_metric(name);
        text += fmt::format("{:<24}{:>12.4f}\n", metric ? metric->title : name.c_str(), value);
    }
    return text + fmt::format("\n{:<24}{:>12}\n", "Rows", grouped(rows));
}

} // namespace tunedesk::report
