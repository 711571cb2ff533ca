// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/run_summary.h"
#include "report/text_table.h"

#include <span>
#include <utility>

namespace tunedesk::report {

/// A run to compare, with its preset's keys and values as read by the caller (in the schema's order; empty if
/// preset.yaml could not be read).
struct ComparedRun {
    RunSummary summary;
    std::string name; ///< the preset's
    std::vector<std::pair<std::string, std::string>> settings;
    bool is_partial = false; ///< settings without a value are unknown and do not count as differences
    /// only for a run without a report that holds it, such as another tool's
    std::optional<double> test_accuracy;
};

/// A comparison of several runs.
struct Comparison {
    TextTable figures;     ///< one row per run: state, accuracy, time, tokens/s, memory
    TextTable memory;      ///< one row per run whose memory was measured by part: the peak of each part
    TextTable state;       ///< state_table()
    TextTable published;   ///< published_table(): the published figures beside the measured ones
    TextTable differences; ///< one row per preset key or environment entry that differs, one column per run
    TextTable settings;    ///< settings_table(): mean ± standard deviation over seeds
    TextTable settings_data;
    TextTable data; ///< one row per run with every figure unrounded and every difference: compare.csv
};

/// Runs are named by their folders, by the full path if two names are equal. Names, the run's own paths,
/// times and process ids do not count as differences. A missing value is shown as "-".
Comparison compare(std::span<const ComparedRun> runs);

std::string to_text(const Comparison& comparison);
std::string to_markdown(const Comparison& comparison);
std::string to_csv(const Comparison& comparison);

/// The title of the table of settings.
constexpr const char* settings_title = "Mean ± sample standard deviation over seeds and folds";

} // namespace tunedesk::report
