// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "output.h"
#include "preset/yaml/load.h"
#include "run/folder/prepare.h"
#include "run/slurm/submitted_run.h"

#include <memory>

namespace tunedesk::app {

namespace {

struct SubmitOptions {
    std::string preset, run_dir;
    std::vector<std::string> sets;
    run::Submitting how;
    bool dry_run = false, json = false;
};

int submit(const SubmitOptions& options) {
    const Preset preset = preset::load(options.preset, options.sets).preset;
    const event::RunFolder folder = run::folder_for(preset, options.run_dir);
    if (options.dry_run) {
        print_text("{}", run::script_for(preset, folder, options.how));
        return 0;
    }
    Preset elsewhere = preset; // the cluster's machines have different cores and GPUs
    elsewhere.parallel.oversubscribe = true;
    run::check_before_start(elsewhere, folder.root, run::StartTime::later);
    const std::int64_t job = run::submit_run(preset, folder, options.how);
    if (options.json)
        print_json({{"run", folder.root.string()}, {"job", job}}, -1);
    else
        print_text("{}\nSLURM job {}\n", folder.root.string(), job);
    return 0;
}

} // namespace

void add_submit_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<SubmitOptions>();
    CLI::App* command = app.add_subcommand(
        "submit",
        "Submit the training that a preset describes as a batch job of SLURM; list shows its state");
    command->add_option("PRESET", options->preset, "The preset, a YAML file")->required();
    add_preset_options(*command, options->sets, options->run_dir);
    command->add_option("--nodes", options->how.nodes, "Nodes, over which parallel.processes is divided")
        ->check(CLI::Range(1, 4096));
    command->add_option("--partition", options->how.partition, "SLURM's partition");
    command->add_option("--time", options->how.time, "The time limit, as SLURM writes it: 1-12:00:00");
    command->add_flag("--dry-run", options->dry_run, "Print the script and submit nothing");
    command->add_flag("--json", options->json, "The run's folder and the job as one JSON object");
    command->callback([options, &action] { action = [options] { return submit(*options); }; });
}

} // namespace tunedesk::app
