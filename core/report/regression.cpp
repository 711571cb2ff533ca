// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/regression.h"

#include "base/error.h"
#include "base/text.h"
#include "report/scores/ranks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <vector>

namespace tunedesk::report {

namespace {

using Numbers = std::vector<double>;

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
