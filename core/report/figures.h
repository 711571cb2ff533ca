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

/// A figure by which runs are compared.
struct Figure {
    std::string key; ///< as in compare.csv
    std::string title;
    Unit unit = Unit::number;
    int better = 0; ///< 1: more is better, -1: less, 0: neither
    std::function<std::optional<double>(const ComparedRun&)> read;
    bool in_brief = true; ///< also in tables of settings
};

/// Accuracy first, then the other metrics of the tasks, loss, time, speed, memory, steps, memory by part.
std::span<const Figure> figures();
const Figure* find_figure(std::string_view key);

/// "0.9260", "21:47", "1,161", "3 GiB".
std::string shown(const Figure& figure, double value);
/// What a run has more or less than the baseline: "+0.0120", "-01:05", "+12 %" of a rate or of memory.
std::string shown_difference(const Figure& figure, double value, double baseline);

/// Mean and sample standard deviation (n - 1) of a figure over runs; the deviation of one value is 0.
struct Spread {
    double mean = 0, deviation = 0;
    std::size_t count = 0;
};
Spread spread(std::span<const double> values);
/// "0.9260 ± 0.0031 (n = 3)"; one value has no deviation.
std::string shown(const Figure& figure, const Spread& spread);

/// Indices of runs whose presets differ in nothing but name, seed and split file; groups and members in the
/// runs' order.
/// A run without settings is alone.
std::vector<std::vector<std::size_t>> seed_groups(std::span<const ComparedRun> runs);

/// Two or more runs of one setting: repetitions with other seeds, or on other parts of the rows.
struct Setting {
    std::string
        name; ///< the values by which it differs from the other settings, or runs: "learning_rate=5e-05"
    std::vector<std::size_t> runs;
};

/// A preset's value as names and tables have it: of a small number "1e-4", whichever way it was written.
std::string shown_setting(const std::string& value);

/// Those of seed_groups() that hold repetitions, with names, in the order of the values by which they differ,
/// numbers as such; a run alone is no setting. What differs from nothing is called as its first run's preset.
std::vector<Setting> settings(std::span<const ComparedRun> runs);

/// A row a setting: its figures' mean ± standard deviation over the seeds. Without rows where no setting was
/// repeated.
TextTable settings_table(std::span<const ComparedRun> runs);
/// The same for programs: unrounded, with columns KEY_mean, KEY_std, KEY_n; the deviation of one value is
/// empty.
TextTable settings_data(std::span<const ComparedRun> runs);

} // namespace tunedesk::report
