// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"
#include "comparison_files.h"
#include "output.h"
#include "program.h"
#include "report/tracking/tracked_run.h"
#include "run/registry/track_run.h"

#include <memory>

namespace tunedesk::app {

namespace {

struct TrackOptions {
    std::vector<std::string> runs;
    std::string mlflow, wandb; ///< one of them is given
    std::string experiment = report::default_experiment, group;
};

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
        const fs::path written = run::track_run(is_mlflow ? run::Tracker::mlflow : run::Tracker::wandb,
                                                target, options.experiment, folder);
        print_text("{} written: {}\n", folder, written.string());
    }
    return 0;
}

} // namespace

void add_track_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<TrackOptions>();
    CLI::App* command = app.add_subcommand(
        "track", "Write runs for MLflow or W&B: settings, metrics, report; again to update them");
    command->add_option("RUN", options->runs, "Run folders")->expected(0, 1000);
    command->add_option("--mlflow", options->mlflow, "MLflow's file store, such as mlruns; it is made")
        ->type_name("DIR");
    command
        ->add_option("--wandb", options->wandb,
                     "Below it offline runs are written, which wandb sync sends; it is made")
        ->type_name("DIR");
    command->add_option("--experiment", options->experiment, "The experiment's name; of W&B, the project's")
        ->type_name("NAME")
        ->capture_default_str();
    command->add_option("--group", options->group, "The runs that were queued under this name");
    command->callback([&action, options] { action = [options] { return track_runs(*options); }; });
}

} // namespace tunedesk::app
