// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/metric_series.h"
#include "report/published_table.h"
#include "report/settings/importance.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// Several runs read for comparison: the user's and those of other tools.
struct ComparedRuns {
    std::vector<report::ComparedRun> runs;
    std::vector<std::vector<report::MetricSeries>> series; ///< by run
    std::vector<std::string> tools;                        ///< empty: TuneDesk
    std::vector<fs::path> places; ///< run folders or other tools' files; they determine the colors
    std::vector<const report::Published*> published; ///< null if a preset names no recipe
    std::optional<std::size_t> baseline;
    report::Comparison comparison;
    std::vector<report::VaryingSetting> varying; ///< the settings in which they differ
    std::vector<std::string> problems;           ///< messages about runs that could not be read completely

    /// Unique names, as in the comparison's tables.
    std::vector<std::string> names() const;
    /// The published value of a figure; std::nullopt if there is none.
    std::optional<double> published_figure(std::size_t run, const report::Figure& figure) const;
};

/// Reads run folders, metrics.csv and trainer_state.json; errors are listed in `problems`. Any thread.
std::shared_ptr<const ComparedRuns> read_compared(const std::vector<fs::path>& paths,
                                                  const fs::path& baseline);

} // namespace tunedesk::ui
