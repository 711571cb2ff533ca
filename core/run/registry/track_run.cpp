// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/registry/track_run.h"

#include "report/document/html.h"
#include "report/document/report_document.h"
#include "report/tracking/mlflow_store.h"
#include "report/tracking/wandb_run.h"
#include "run/registry/known_runs.h"

#include <utility>
#include <vector>

namespace tunedesk::run {

namespace {

/// What is kept of a run beside params and metrics, made of what was read of its files.
std::vector<std::pair<std::string, std::string>> artifacts_of(const KnownRun& run,
                                                              const report::Metrics& metrics) {
    const report::RunSummary& summary = run.compared.summary;
    std::vector<std::pair<std::string, std::string>> files{{"preset.yaml", summary.preset_yaml}};
    const auto dumped = [](const Json& json) {
        return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
    };
    if (!summary.environment.empty()) files.emplace_back("environment.json", dumped(summary.environment));
    if (!summary.report) return files;
    files.emplace_back("report.json", dumped(to_json(*summary.report)));
    if (!summary.report_text.empty()) files.emplace_back("report.txt", summary.report_text);
    const report::TestResults results =
        report::read_test_results(event::RunFolder{summary.folder}.predictions());
    files.emplace_back("report.html",
                       report::to_html(report::report_document(
                           {run.compared, results, metrics, status_text(run.status), nullptr})));
    return files;
}

} // namespace

fs::path track_run(Tracker tracker, const fs::path& target, const std::string& experiment,
                   const fs::path& run) {
    const KnownRun known = read_known_run(run);
    const report::Metrics metrics = report::metrics_of(known.compared.summary.folder);
    const auto write = tracker == Tracker::mlflow ? report::write_mlflow_run : report::write_wandb_run;
    return write(target, experiment, {known.compared, known.status, metrics, artifacts_of(known, metrics)});
}

} // namespace tunedesk::run
