// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/figures.h"
#include "report/settings/varying_settings.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::report {

/// The fraction of a metric's variance between runs that one setting explains by itself.
struct SettingImportance {
    std::string key;
    std::size_t runs = 0; ///< number of runs that have the setting and the metric
    /// Fraction of the variance of the metric's ranks, 0 to 1.
    double share = 0;
    /// For numbers: Spearman's correlation with the metric. Above 0, larger values go with larger metrics.
    std::optional<double> trend;
};

struct Importance {
    std::size_t runs = 0;                    ///< number of runs that have the metric
    std::vector<SettingImportance> settings; ///< by descending share; empty below least_runs
};

/// The fewest runs for which shares are computed; below the second number the shares are rough.
constexpr std::size_t least_runs = 4, enough_runs = 8;

/// A least-squares fit of the metric's ranks for each setting by itself: for numbers on their ranks and, with
/// three or more values, the squares of the ranks, so that a best value in the middle counts; for texts and
/// seeds on one mean per value. The share is the adjusted R² of the fit, which subtracts what as many
/// coefficients explain by chance, and at least 0. Settings that change together explain the same variance:
/// shares need not add up to 1. A setting with a different value in every run, or with too many values for
/// the runs, is omitted. `metric`: one value per run.
Importance importance(const std::vector<VaryingSetting>& settings,
                      const std::vector<std::optional<double>>& metric);

/// The figures with a better direction that at least two runs have; the headline of their task first.
std::vector<const Figure*> judging_figures(std::span<const ComparedRun> runs);

/// The settings in which compared runs differ, without their names.
std::vector<VaryingSetting> varying_settings(std::span<const ComparedRun> runs);

/// importance() for the first of judging_figures(), preceded by a line that names it and the runs; a message
/// if there are too few runs.
std::string importance_text(std::span<const ComparedRun> runs);

} // namespace tunedesk::report
