// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/evaluation.h"
#include "event/folder/run_folder.h"
#include "report/run_report.h"
#include "task/metric.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::report {

/// The progress of a run's training, read from the end of its journal.
struct RunProgress {
    std::int64_t step = 0;      ///< of the last Step, Eval or Progress event
    std::int64_t steps = 0;     ///< total; 0: unknown
    double epoch = 0;           ///< fractional
    std::optional<double> loss; ///< of the last Step event
    task::Values evaluated;     ///< metrics of the last Eval event, except those on test rows
    task::Values at_start;      ///< the same before the first step
    /// The outputs for the preset's prompts at the first and the last such evaluation, by step.
    std::map<std::int64_t, std::vector<event::TextSample>> samples;
    task::Values best;                     ///< metrics of the last evaluation that is marked as best
    std::optional<std::string> last_state; ///< the supervisor's last State event

    /// The metrics by which a run without a report is compared: those of the best evaluation, or of the last
    /// one if none is marked as best.
    const task::Values& best_or_last() const { return best.empty() ? evaluated : best; }
};

/// The contents of the folder of a finished, running or killed run: missing parts are empty, damaged files
/// are listed.
struct RunSummary {
    fs::path folder; ///< absolute
    std::string preset_yaml;
    Json environment = Json::object();
    std::optional<RunReport> report;
    std::string report_text;
    std::optional<event::ExitRecord> exit;
    RunProgress progress;
    bool has_best = false, has_final = false;
    std::vector<std::string> damaged; ///< "report.json: invalid JSON ...", one per file

    /// The folder's name, which identifies the run if its preset has no name.
    std::string folder_name() const;
};

/// Reads a run folder by the file names in docs/run-folder.md; only the first and last 256 KiB of the
/// journal. Throws Error 2030 if `folder` is not a folder, 2012 if it holds no run (no preset.yaml).
RunSummary read_run(const fs::path& folder);

} // namespace tunedesk::report
