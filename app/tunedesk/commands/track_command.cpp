// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "comparison_files.h"
#include "output.h"
#include "program.h"
#include "report/document/html.h"
#include "report/document/report_document.h"
#include "report/tracking/mlflow_store.h"
#include "report/tracking/wandb_run.h"
#include "run/registry/known_runs.h"

#include <memory>

namespace tunedesk::app {

namespace {

struct TrackOptions {
    std::vector<std::string> runs;
    std::string mlflow, wandb; ///< exactly one is given
    std::string experiment = report::default_experiment, group;
};

/// The artifacts of a run, in addition to params and metrics, made from the contents of its files.
std::vector<std::pair<std::string, std::string>> artifacts_of(const run::KnownRun& run,
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

int track_runs(const TrackOptions& options) {
    if (options.mlflow.empty() == options.wandb.empty())
        throw Error(ErrorId::command_line_invalid,
                    {"one of --mlflow and --wandb is required", "tunedesk track --help"});
    const bool is_mlflow = options.wandb.empty();
    const fs::path target = fs::absolute(is_mlflow ? options.mlflow : options.wandb);
    forbid_writes_but(target);
    std::vector<std::string> folders = options.runs;
    if (!options.group.empty())
        for (std::string& folder : runs_of_group(options.group))
            folders.push_back(std::move(folder));
    if (folders.empty())
        throw Error(ErrorId::command_line_invalid, {"RUN or --group is required", "tunedesk track --help"});
    for (const std::string& folder : folders) {
        const run::KnownRun run = run::read_known_run(folder);
        const report::Metrics metrics = report::metrics_of(run.compared.summary.folder);
        const auto write = is_mlflow ? report::write_mlflow_run : report::write_wandb_run;
        const fs::path written = write(target, options.experiment,
                                       {run.compared, run.status, metrics, artifacts_of(run, metrics)});
        print_text("{} written: {}\n", folder, written.string());
    }
    return 0;
}

} // namespace

void add_track_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<TrackOptions>();
    CLI::App* command = app.add_subcommand(
        "track", "Write runs for MLflow or W&B: settings, metrics, report; repeat to update them");
    command->add_option("RUN", options->runs, "Run folders")->expected(0, 1000);
    command
        ->add_option("--mlflow", options->mlflow, "MLflow's file store, such as mlruns; created if missing")
        ->type_name("DIR");
    command
        ->add_option("--wandb", options->wandb,
                     "Folder for offline runs, which wandb sync sends; created if missing")
        ->type_name("DIR");
    command->add_option("--experiment", options->experiment, "The experiment's name; of W&B, the project's")
        ->type_name("NAME")
        ->capture_default_str();
    command->add_option("--group", options->group, "The runs that were queued under this name");
    command->callback([&action, options] { action = [options] { return track_runs(*options); }; });
}

} // namespace tunedesk::app
