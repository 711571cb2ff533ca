// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/figures.h"
#include "report/settings/varying_settings.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::report {

/// How much of a metric's differences between runs one setting explains by itself.
struct SettingImportance {
    std::string key;
    std::size_t runs = 0; ///< that have the setting and the metric
    /// Of the variance of the metric's ranks, 0 to 1.
    double share = 0;
    /// Of numbers: Spearman's correlation with the metric. Above 0, larger values go with larger metrics.
    std::optional<double> trend;
};

struct Importance {
    std::size_t runs = 0;                    ///< that have the metric
    std::vector<SettingImportance> settings; ///< the largest share first; none below least_runs
};

/// Fewer runs say nothing; below the second number the shares are rough.
constexpr std::size_t least_runs = 4, enough_runs = 8;

/// For each setting by itself, a least-squares fit of the metric's ranks: of numbers on their ranks and, from
/// three values on, the square of these, so that a best value in the middle counts; of texts and of seeds on
/// one mean for each value. The share is the adjusted R² of the fit, which takes away what as many
/// coefficients explain by chance, and at least 0. Settings that change together explain the same variance:
/// shares need not add up to 1. A setting with a value of its own for every run, or too many for the runs, is
/// left out. `metric`: one value a run.
Importance importance(const std::vector<VaryingSetting>& settings,
                      const std::vector<std::optional<double>>& metric);

/// The figures with a better direction that two or more of the runs have; their task's headline first.
std::vector<const Figure*> judging_figures(std::span<const ComparedRun> runs);

/// The settings in which compared runs differ, without their names.
std::vector<VaryingSetting> varying_settings(std::span<const ComparedRun> runs);

/// importance() of the first of judging_figures(), with a line above that names it and the runs; says so
/// where there are too few.
std::string importance_text(std::span<const ComparedRun> runs);

} // namespace tunedesk::report
