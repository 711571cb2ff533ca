// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/settings/importance.h"

#include "report/scores/ranks.h"
#include "task/task.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace tunedesk::report {

namespace {

/// R² of a fit, and how many coefficients it has besides the mean.
struct Fit {
    double explained = 0;
    std::size_t coefficients = 0;
};

double product(const std::vector<double>& x, const std::vector<double>& y) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        sum += x[i] * y[i];
    return sum;
}

std::vector<double> centered(std::vector<double> values) {
    const double mean = mean_of(values);
    for (double& value : values)
        value -= mean;
    return values;
}

/// On the ranks x and x², made orthogonal: each adds what it explains. `y` is centered.
Fit fit_of_ranks(const std::vector<double>& ranks, const std::vector<double>& y, std::size_t levels) {
    const std::vector<double> x = centered(ranks);
    const double total = product(y, y), own = product(x, x);
    Fit fit{product(x, y) * product(x, y) / own / total, 1};
    if (levels < 3) return fit;
    std::vector<double> square = x;
    for (double& value : square)
        value *= value;
    square = centered(std::move(square));
    const double along = product(square, x) / own;
    for (std::size_t i = 0; i < x.size(); ++i)
        square[i] -= along * x[i];
    const double rest = product(square, square);
    if (!(rest > 1e-9)) return fit;
    fit.explained += product(square, y) * product(square, y) / rest / total;
    fit.coefficients = 2;
    return fit;
}

/// On the mean of each value's runs. `y` is centered.
Fit fit_of_values(const std::vector<std::string>& values, const std::vector<double>& y) {
    std::map<std::string, std::pair<double, double>> sums; // of y, and how many
    for (std::size_t i = 0; i < values.size(); ++i) {
        sums[values[i]].first += y[i];
        sums[values[i]].second += 1;
    }
    double between = 0;
    for (const auto& [value, sum] : sums)
        between += sum.first * sum.first / sum.second;
    return {between / product(y, y), sums.size() - 1};
}

std::optional<SettingImportance> importance_of(const VaryingSetting& setting,
                                               const std::vector<std::optional<double>>& metric) {
    std::vector<double> scores, numbers;
    std::vector<std::string> values;
    for (std::size_t run = 0; run < metric.size() && run < setting.values.size(); ++run) {
        if (!metric[run] || !std::isfinite(*metric[run]) || !setting.values[run]) continue;
        scores.push_back(*metric[run]);
        values.push_back(*setting.values[run]);
        if (setting.is_number()) numbers.push_back(setting.numbers[run]);
    }
    const std::size_t runs = scores.size();
    if (runs < least_runs) return std::nullopt;
    std::vector<double> y = ranks_of(scores);
    SettingImportance result{setting.key, runs, 0, std::nullopt};
    Fit fit;
    if (setting.is_number() && !setting.key.ends_with("seed")) {
        std::vector<double> different = numbers;
        std::ranges::sort(different);
        const auto end = std::unique(different.begin(), different.end());
        const auto levels = static_cast<std::size_t>(end - different.begin());
        if (levels < 2) return std::nullopt;
        const std::vector<double> x = ranks_of(numbers);
        if (const double trend = correlation(x, y); std::isfinite(trend)) result.trend = trend;
        y = centered(std::move(y));
        if (!(product(y, y) > 0)) return result;
        fit = fit_of_ranks(x, y, levels);
    } else {
        y = centered(std::move(y));
        if (!(product(y, y) > 0)) return result;
        fit = fit_of_values(values, y);
        if (fit.coefficients == 0) return std::nullopt;
    }
    if (fit.coefficients + 1 >= runs) return std::nullopt;
    const double left = static_cast<double>(runs - 1) / static_cast<double>(runs - 1 - fit.coefficients);
    result.share = std::clamp(1 - (1 - fit.explained) * left, 0.0, 1.0);
    return result;
}

std::vector<std::optional<double>> figure_values(const Figure& figure, std::span<const ComparedRun> runs) {
    std::vector<std::optional<double>> values;
    for (const ComparedRun& run : runs)
        values.push_back(figure.read(run));
    return values;
}

} // namespace

Importance importance(const std::vector<VaryingSetting>& settings,
                      const std::vector<std::optional<double>>& metric) {
    Importance result;
    result.runs = static_cast<std::size_t>(std::ranges::count_if(
        metric, [](const std::optional<double>& value) { return value && std::isfinite(*value); }));
    if (result.runs < least_runs) return result;
    for (const VaryingSetting& setting : settings)
        if (auto one = importance_of(setting, metric)) result.settings.push_back(std::move(*one));
    std::ranges::stable_sort(result.settings, std::ranges::greater(), &SettingImportance::share);
    return result;
}

std::vector<const Figure*> judging_figures(std::span<const ComparedRun> runs) {
    const auto is_known = [&](const Figure& figure) {
        return std::ranges::count_if(
                   runs, [&](const ComparedRun& run) { return figure.read(run).has_value(); }) > 1;
    };
    const task::Metric* headline = task::headline_among([&](const char* name) {
        const Figure* figure = find_figure(name);
        return figure && is_known(*figure);
    });
    std::vector<const Figure*> judging;
    if (headline) judging.push_back(find_figure(headline->name));
    for (const Figure& figure : figures())
        if (figure.better != 0 && is_known(figure) && std::ranges::count(judging, &figure) == 0)
            judging.push_back(&figure);
    return judging;
}

std::vector<VaryingSetting> varying_settings(std::span<const ComparedRun> runs) {
    std::vector<const Settings*> settings;
    std::vector<bool> partial;
    for (const ComparedRun& run : runs) {
        settings.push_back(&run.settings);
        partial.push_back(run.is_partial);
    }
    std::vector<VaryingSetting> varying = varying_settings(settings, partial);
    std::erase_if(varying, [](const VaryingSetting& setting) { return setting.key == "name"; });
    return varying;
}

std::string importance_text(std::span<const ComparedRun> runs) {
    const std::vector<const Figure*> judging = judging_figures(runs);
    if (judging.empty()) return "No metric that two of the runs have.\n";
    const std::vector<VaryingSetting> varying = varying_settings(runs);
    const Importance found = importance(varying, figure_values(*judging.front(), runs));
    std::string text =
        fmt::format("Importance of settings for {}, {} runs", judging.front()->key, found.runs);
    if (found.runs < least_runs) return text + fmt::format(": at least {} are needed.\n", least_runs);
    if (found.settings.empty()) return text + ": no setting repeats a value.\n";
    text += found.runs < enough_runs ? fmt::format(" (rough below {}):\n", enough_runs) : ":\n";
    TextTable table{{"setting", "share", "trend", "runs"}, {}, {false, true, true, true}};
    for (const SettingImportance& setting : found.settings)
        table.rows.push_back({setting.key, fmt::format("{:.0f} %", 100 * setting.share),
                              setting.trend ? fmt::format("{:+.2f}", *setting.trend) : "-",
                              std::to_string(setting.runs)});
    return text + table.to_text();
}

} // namespace tunedesk::report
