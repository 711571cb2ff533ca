// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compared_runs.h"
#include "ui/plot/bar_plot.h"

namespace tunedesk::ui {

/// Figures with a bar chart, in the order of the page; also the names of the charts' files.
constexpr const char* charted_figures[] = {"accuracy", "train_seconds", "peak_rss_bytes", "peak_gpu_bytes"};

/// One bar per run that has the figure, with the published value if its preset names one.
std::vector<Bar> bars_of(const ComparedRuns& runs, const report::Figure& figure);

/// Writes the charts of run folders as PDF and PNG into `folder`, except for figures that no run has. Returns
/// the written files. Needs a QApplication, which may use the "offscreen" platform; blocks. Throws Error 2019
/// if nothing can be drawn, 5001 if a file cannot be written.
std::vector<fs::path> write_comparison_charts(const std::vector<fs::path>& runs, const fs::path& folder);

} // namespace tunedesk::ui
