// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "device_check.h"
#include "model_download.h"
#include "on_host.h"
#include "output.h"
#include "preset/yaml/load.h"
#include "remote/runs.h"
#include "run/folder/prepare.h"
#include "run/folder/preset_source.h"
#include "run/programs.h"
#include "run/supervise/task_ranks.h"
#include "supervise.h"

#include <cstdlib>
#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

struct RunOptions {
    std::string preset, run_dir;
    std::vector<std::string> sets;
    Supervising how;
    std::string host;
    bool skip_device_check = false, collects = false, download = false;
};

int run_on_host(const RunOptions& options) {
    const std::string yaml = preset_for_host(options.preset, options.sets);
    const std::string run = remote::start_on(remote::server_named(options.host), yaml, options.run_dir);
    if (!options.how.detach) return attach_on(options.host, run, 1, options.how.json);
    if (options.how.json)
        print_json({{"run", run}, {"host", options.host}}, -1);
    else
        print_text("{}\n", run);
    return 0;
}

/// One folder for all tasks, whose clocks may differ: without --run-dir, it is named by the SLURM job.
event::RunFolder folder_of_tasks(const Preset& preset, const std::string& given, int tasks) {
    const char* job = std::getenv("SLURM_JOB_ID");
    if (!given.empty() || tasks == 1) return run::folder_for(preset, given);
    if (!job) throw Error(ErrorId::task_folder_missing, {fmt::to_string(tasks)}, "--run-dir");
    return run::folder_for(preset, "runs/" + run::folder_name(preset.name) + "-" + run::folder_name(job));
}

/// The preset whose resources this machine must have: with several tasks, the ranks of this node.
Preset on_this_node(Preset preset, const parallel::World& task) {
    preset.parallel.processes = run::TaskRanks(task, preset.parallel.processes).on_node();
    return preset;
}

int run_preset(const RunOptions& options) {
    if (!options.host.empty()) return run_on_host(options);
    const bool is_piped = options.preset == "-";
    const std::string text = is_piped ? standard_input() : std::string();
    const auto load = [&] {
        return is_piped ? preset::parse(text, "standard input", fs::current_path(), options.sets)
                        : preset::load(options.preset, options.sets);
    };
    preset::Loaded loaded = load();
    if (download_missing(loaded.preset, options.download, !options.how.json && !is_piped)) loaded = load();
    const parallel::World task = run::launched_task();
    const event::RunFolder folder = folder_of_tasks(loaded.preset, options.run_dir, task.size);
    const Preset here = on_this_node(loaded.preset, task);
    Preset wherever = here; // with GPUs, ranks need less host memory
    wherever.parallel.oversubscribe = true;
    run::check_before_start(wherever, folder.root); // before a GPU is used for its check
    run::AutoDevices chosen = settle_devices(here, options.skip_device_check);
    run::check_before_start(chosen.preset, folder.root);
    chosen.preset.parallel.processes = loaded.preset.parallel.processes;
    run::Launch launch{folder, chosen.preset, run::worker_program()};
    launch.task = task;
    launch.collects = options.collects;
    launch.notes = std::move(chosen.notes);
    run::make_run_folder(launch.folder);
    if (!loaded.file.empty() && !launch.folder.holds_run()) run::note_preset_file(launch.folder, loaded.file);
    return supervise(std::move(launch), options.how);
}

} // namespace

void add_preset_options(CLI::App& command, std::vector<std::string>& sets, std::string& run_dir) {
    command.add_option("--set", sets, "Set a preset key: --set training.seed=7 (repeatable)")
        ->type_name("KEY=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    command.add_option("--run-dir", run_dir, "The run's folder; default: ./runs/NAME-UTC")->type_name("DIR");
}

CLI::Option* add_collect_option(CLI::App& command, bool& collects) {
    return command.add_flag("--collect", collects,
                            "As several tasks: nodes need not share the run folder; they send their parts of "
                            "checkpoints to rank 0, and authenticate with TUNEDESK_RENDEZVOUS_SECRET");
}

void add_run_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Start the training that a preset describes, and watch it");
    command->add_option("PRESET", options->preset, "The preset, a YAML file; -: the standard input")
        ->required();
    add_preset_options(*command, options->sets, options->run_dir);
    command->add_flag("--detach", options->how.detach,
                      "Run in the background: print the run's folder and return");
    command->add_flag("--json", options->how.json, "Print the journal's lines");
    command->add_flag("--skip-device-check", options->skip_device_check,
                      "With parallel.devices: auto, train on the processors if a GPU was not checked yet");
    add_collect_option(*command, options->collects);
    command->add_flag(
        "--download", options->download,
        "First download the model and the data sets that the preset names on the hub and that are "
        "not in the cache");
    add_host_option(*command, options->host);
    command->callback([options, &action] { action = [options] { return run_preset(*options); }; });
}

} // namespace tunedesk::app
