#include "base/error.h"
#include "commands.h"
#include "run/follow.h"
#include "run/queue.h"
#include "run/run_lock.h"
#include "supervise.h"

#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

int control(const std::string& run, event::Command command) {
    const event::RunFolder folder = existing_run(run);
    const std::string root = folder.root.string();
    if (const auto place = run::place_in_queue(folder.root); place && !run::RunLock::is_held(folder))
        throw Error(6034, fmt::format("the run waits in the queue, place {}", *place), root,
                    "tunedesk --no-gui queue remove " + root);
    const auto [accepted, text] = run::send_command(folder, command);
    if (!accepted)
        throw Error(6016, fmt::format("{} was refused: {}", event::name_of(command), text), root,
                    "tunedesk --no-gui attach " + root);
    fmt::print("{}\n", text);
    return 0;
}

} // namespace

void add_control_command(CLI::App& app, Action& action) {
    const std::pair<const char*, const char*> commands[] = {
        {"stop", "Finish the step, save a checkpoint and end; resume goes on from there"},
        {"pause", "Halt at the next step and free the device; continue goes on"},
        {"continue", "Go on with a paused run"},
        {"checkpoint", "Save a checkpoint now"},
        {"kill", "End a run at once; its last checkpoint is kept"},
    };
    for (const auto& [name, help] : commands) {
        auto run = std::make_shared<std::string>();
        CLI::App* command = app.add_subcommand(name, help);
        command->add_option("RUN", *run, "The run's folder")->required();
        command->callback([run, &action, which = event::command_of(name)] {
            action = [run, which] { return control(*run, which); };
        });
    }
}

} // namespace tunedesk::app
