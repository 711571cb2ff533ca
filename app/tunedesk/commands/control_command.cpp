// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"
#include "event/folder/run_lock.h"
#include "on_host.h"
#include "output.h"
#include "run/follow/follow.h"
#include "run/queue/queue.h"
#include "run/slurm/submitted_run.h"
#include "supervise.h"

#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

struct ControlOptions {
    std::string run, host;
    bool json = false;
};

int control(const ControlOptions& options, event::Command command) {
    if (!options.host.empty()) {
        remote::Words words{event::name_of(command), options.run};
        if (options.json) words.emplace_back("--json");
        return relay(options.host, words);
    }
    const std::string& run = options.run;
    const event::RunFolder folder = existing_run(run);
    const std::string root = folder.root.string();
    if (const auto waiting = run::queue_status(folder.root); waiting && !event::RunLock::is_held(folder))
        throw Error(ErrorId::run_is_queued, {fmt::to_string(waiting->place), root}, root);
    const std::optional<event::Reply> of_slurm = run::command_job(folder, command);
    const event::Reply reply = of_slurm ? *of_slurm : run::send_command(folder, command);
    if (!reply.accepted)
        throw Error(ErrorId::command_refused, {event::name_of(command), sentence(reply.phrase), root}, root);
    if (options.json)
        print_json(phrase_json(reply.phrase));
    else
        print_text("{}\n", sentence(reply.phrase));
    return 0;
}

} // namespace

void add_control_command(CLI::App& app, Action& action) {
    const std::pair<const char*, const char*> commands[] = {
        {"stop", "Finish the step, save a checkpoint and end; resume continues from there"},
        {"pause", "Halt at the next step and free the device until continue"},
        {"continue", "Continue a paused run"},
        {"checkpoint", "Save a checkpoint now"},
        {"kill", "End a run at once; its last checkpoint is kept"},
    };
    for (const auto& [name, help] : commands) {
        auto options = std::make_shared<ControlOptions>();
        CLI::App* command = app.add_subcommand(name, help);
        command->add_option("RUN", options->run, "The run's folder")->required();
        command->add_flag("--json", options->json, "The answer as one JSON object with its id");
        add_host_option(*command, options->host);
        command->callback([options, &action, which = event::command_of(name)] {
            action = [options, which] { return control(*options, which); };
        });
    }
}

} // namespace tunedesk::app
