// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/compare.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::report {

enum class Unit { share, number, seconds, per_second, bytes, count };

/// A figure for the comparison of runs.
struct Figure {
    std::string key; ///< as in compare.csv
    std::string title;
    Unit unit = Unit::number;
    int better = 0; ///< 1: more is better, -1: less, 0: neither
    std::function<std::optional<double>(const ComparedRun&)> read;
    bool in_brief = true; ///< also in tables of settings
};

/// Accuracy first, then the tasks' other metrics, loss, time, speed, memory, steps, memory by part.
std::span<const Figure> figures();
const Figure* find_figure(std::string_view key);

/// The value as displayed: "0.9260", "21:47", "1,161", "3 GiB".
std::string shown(const Figure& figure, double value);
/// The difference to the baseline: "+0.0120", "-01:05", or "+12 %" for a rate or memory.
std::string shown_difference(const Figure& figure, double value, double baseline);

/// Mean and sample standard deviation (n - 1) of a figure over runs; the deviation of one value is 0.
struct Spread {
    double mean = 0, deviation = 0;
    std::size_t count = 0;
};
Spread spread(std::span<const double> values);
/// "0.9260 ± 0.0031 (n = 3)"; a single value is shown without deviation.
std::string shown(const Figure& figure, const Spread& spread);

/// Groups of indices of runs whose presets differ only in name, seed and split file; groups and members in
/// the order of the runs. A run without settings is a group of its own.
std::vector<std::vector<std::size_t>> seed_groups(std::span<const ComparedRun> runs);

/// Two or more runs of one setting: repetitions with other seeds or other parts of the rows.
struct Setting {
    /// the values in which it differs from the other settings or runs: "learning_rate=5e-05"
    std::string name;
    std::vector<std::size_t> runs;
};

/// A preset's value as shown in names and tables: a small number as "1e-4", independent of its notation.
std::string shown_setting(const std::string& value);

/// The groups of seed_groups() with at least two runs, with names, ordered by the values in which they
/// differ, numbers numerically. A setting without differences has the name of its first run's preset.
std::vector<Setting> settings(std::span<const ComparedRun> runs);

/// One row per setting: mean ± standard deviation of its figures over the seeds. Without rows if no setting
/// was repeated.
TextTable settings_table(std::span<const ComparedRun> runs);
/// The same for programs: unrounded, with columns KEY_mean, KEY_std, KEY_n; the deviation of a single value
/// is empty.
TextTable settings_data(std::span<const ComparedRun> runs);

} // namespace tunedesk::report
