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

/// Where a run's training is: the end of its journal.
struct RunProgress {
    std::int64_t step = 0;      ///< of the last Step, Eval or Progress event
    std::int64_t steps = 0;     ///< of all; 0 not known
    double epoch = 0;           ///< fractional
    std::optional<double> loss; ///< of the last Step event
    task::Values evaluated;     ///< metrics of the last Eval event on other rows than the test's
    task::Values at_start;      ///< likewise before the first step
    /// What the model made of the preset's prompts at the first and at the last such evaluation, by step.
    std::map<std::int64_t, std::vector<event::TextSample>> samples;
    task::Values best;                     ///< of the last one that is marked best
    std::optional<std::string> last_state; ///< the supervisor's last State event

    /// What a run without a report is judged by: the best evaluation's, or the last one's where none is best.
    const task::Values& best_or_last() const { return best.empty() ? evaluated : best; }
};

/// Everything a run folder holds about its run, whether it is finished, running or was killed: what is
/// missing stays empty, what is damaged is listed.
struct RunSummary {
    fs::path folder; ///< absolute
    std::string preset_yaml;
    Json environment = Json::object();
    std::optional<RunReport> report;
    std::string report_text;
    std::optional<event::ExitRecord> exit;
    RunProgress progress;
    bool has_best = false, has_final = false;
    std::vector<std::string> damaged; ///< "report.json: invalid JSON ...", one a file

    /// The folder's own name, by which a run is called where no preset names it.
    std::string folder_name() const;
};

/// Reads RUN by the file names of docs/run-folder.md; of the journal its first and last 256 KiB. Throws Error
/// 2030 if `folder` is none, 2012 if it holds no run (no preset.yaml).
RunSummary read_run(const fs::path& folder);

} // namespace tunedesk::report
