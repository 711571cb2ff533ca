// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "event/folder/run_folder_guard.h"
#include "event/folder/run_lock.h"
#include "on_host.h"
#include "output.h"
#include "preset/yaml/load.h"
#include "run/devices/oversubscription.h"
#include "run/folder/global_batch.h"
#include "run/folder/more_epochs.h"
#include "run/programs.h"
#include "run/slurm/submitted_run.h"
#include "run/supervise/node_ranks.h"
#include "run/supervise/task_ranks.h"
#include "supervise.h"

#include <cstdlib>
#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

struct ResumeOptions {
    std::string run;
    std::vector<std::string> sets;
    double epochs = 0; ///< 0: the preset's number
    bool allow_change = false, take_over = false, collects = false;
    Supervising how;
    std::string host;
};

int resume_on_host(const ResumeOptions& options) {
    remote::Words command{"resume", options.run, "--detach"};
    if (options.allow_change) command.emplace_back("--allow-change");
    for (const std::string& set : options.sets)
        command.insert(command.end(), {"--set", set});
    if (options.epochs > 0) command.insert(command.end(), {"--epochs", fmt::to_string(options.epochs)});
    if (options.take_over) command.emplace_back("--take-over");
    if (options.how.json && options.how.detach) command.emplace_back("--json");
    if (options.how.detach) return relay(options.host, command);
    remote::server_named(options.host).ask_well(command);
    return attach_on(options.host, options.run, 1, options.how.json);
}

/// The preset reduced to the ranks of this node.
Preset on_node_of(const parallel::World& task, Preset preset) {
    preset.parallel.processes = run::TaskRanks(task, preset.parallel.processes).on_node();
    return preset;
}

/// Checks resources; the run folder may come from another machine.
void require_room(const Preset& preset, const event::RunFolder& folder) try {
    run::require_room_for_ranks(preset, run::StartTime::now);
} catch (Error& error) {
    throw error.with_next("set parallel.oversubscribe: true in " + folder.preset().string() +
                          " and resume with --allow-change");
}

/// Resumes a task on a node without access to the run's folder, which has kept the preset since the run's
/// start.
int resume_apart(const ResumeOptions& options, const event::RunFolder& folder, const parallel::World& task) {
    const fs::path preset = run::kept_preset(folder);
    if (!fs::exists(preset)) throw Error(ErrorId::run_preset_missing, {}, preset.string());
    run::Launch launch{folder, preset::load(preset).preset, run::worker_program(), true};
    launch.task = task;
    launch.collects = true;
    require_room(on_node_of(task, launch.preset), folder);
    return supervise(std::move(launch), options.how);
}

int resume_run(const ResumeOptions& options) {
    if (!options.host.empty()) return resume_on_host(options);
    const parallel::World task = run::launched_task();
    if (const event::RunFolder named = folder_named(options.run);
        options.collects && !task.leads() && !named.holds_run())
        return resume_apart(options, named, task);
    const event::RunFolder folder = existing_run(options.run);
    event::require_safe_run_folder(folder);
    const auto ended = event::read_exit(folder);
    if (ended && ended->code == 0 && options.epochs <= 0 && !event::RunLock::is_held(folder)) {
        print_text("{} has finished; nothing is left to do. To train further: --epochs N\n",
                   folder.root.string());
        return 0;
    }
    if (const auto job = run::submitted_job(folder);
        job && !std::getenv("SLURM_JOB_ID") && run::job_state(*job))
        throw Error(ErrorId::run_is_submitted, {fmt::to_string(*job), folder.root.string()},
                    folder.root.string());
    run::Launch launch{folder, preset::load(folder.preset(), options.sets).preset, run::worker_program(),
                       true, options.allow_change};
    if (options.allow_change) {
        const Preset on_disk = preset::load_draft(folder.preset()).loaded.preset;
        if (std::string note = run::keep_global_batch(launch.preset, folder, on_disk, options.sets);
            !note.empty())
            launch.notes.push_back(std::move(note));
        launch.writes_preset = !preset::differences(on_disk, launch.preset).empty();
    }
    if (options.epochs > 0) {
        launch.notes.push_back(run::train_on(launch.preset, folder, options.epochs));
        launch.writes_preset = true;
    }
    launch.task = task;
    launch.collects = options.collects;
    require_room(on_node_of(task, launch.preset), folder);
    if (options.take_over) launch.take_over = event::RunLock::TakeOver::yes;
    return supervise(std::move(launch), options.how);
}

} // namespace

void add_resume_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<ResumeOptions>();
    CLI::App* command =
        app.add_subcommand("resume", "Continue a stopped or failed run from its last checkpoint, or a "
                                     "finished one for more epochs");
    command->add_option("RUN", options->run, "The run's folder")->required();
    CLI::Option* const allow_change =
        command->add_flag("--allow-change", options->allow_change,
                          "Continue although data, preset or the number of ranks have changed; with other "
                          "ranks the accumulation is adapted so that a step keeps its batch");
    command
        ->add_option("--set", options->sets, "Change a key: --set parallel.processes=4; needs --allow-change")
        ->type_name("KEY=VALUE")
        ->take_all()
        ->allow_extra_args(false)
        ->needs(allow_change);
    CLI::Option* const epochs =
        command
            ->add_option("--epochs", options->epochs,
                         "Train to this total number of epochs, also after the run has finished; the "
                         "learning-rate schedule becomes that of a run of this length")
            ->check(above_0(1e6));
    command->add_flag("--take-over", options->take_over,
                      "Take over the run folder from a process on another machine or in a container");
    // --allow-change and --epochs derive changes from the checkpoints, which are not on every node with
    // --collect.
    add_collect_option(*command, options->collects)->excludes(allow_change)->excludes(epochs);
    command->add_flag("--detach", options->how.detach,
                      "Run in the background: print the run's folder and return");
    command->add_flag("--json", options->how.json, "Print the journal's lines");
    add_host_option(*command, options->host);
    command->callback([options, &action] { action = [options] { return resume_run(*options); }; });
}

} // namespace tunedesk::app
