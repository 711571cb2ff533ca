// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/run_summary.h"
#include "report/text_table.h"

#include <span>
#include <utility>

namespace tunedesk::report {

/// A run to compare, with its preset's keys and values as the caller has read them (in the schema's order;
/// empty if preset.yaml could not be read).
struct ComparedRun {
    RunSummary summary;
    std::string name; ///< the preset's
    std::vector<std::pair<std::string, std::string>> settings;
    bool is_partial = false;             ///< settings that it does not name are unknown, and no difference
    std::optional<double> test_accuracy; ///< where there is no report that holds it: another tool's run
};

/// Several runs side by side.
struct Comparison {
    TextTable figures;     ///< a row a run: state, accuracy, time, tokens/s, memory
    TextTable memory;      ///< a row a run whose memory was measured by part, the peak of each
    TextTable state;       ///< state_table()
    TextTable published;   ///< published_table(): the published figures beside ours
    TextTable differences; ///< a row a preset key or environment entry that differs, a column a run
    TextTable settings;    ///< settings_table(): mean ± standard deviation over seeds
    TextTable settings_data;
    TextTable data; ///< a row a run with every figure unrounded and every difference: compare.csv
};

/// Runs are called by their folders' names, by the whole path where two are alike. Names, paths of the run
/// itself, times and process ids are no differences. A value that a run does not have is shown as "-".
Comparison compare(std::span<const ComparedRun> runs);

std::string to_text(const Comparison& comparison);
std::string to_markdown(const Comparison& comparison);
std::string to_csv(const Comparison& comparison);

/// What stands above the table of settings.
constexpr const char* settings_title = "Mean ± sample standard deviation over seeds and folds";

} // namespace tunedesk::report
