// SPDX-License-Identifier: GPL-3.0-or-later
#include "best/best_run.h"
#include "commands.h"

#include <memory>

namespace tunedesk::app {

void add_best_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<BestOptions>();
    CLI::App* command = app.add_subcommand(
        "best",
        "Find the best model within some minutes: choose length, batch and learning rate, train a small "
        "sweep in the queue, recommend one");
    command->add_option("PRESET", options->preset, "The preset's YAML file; it is not changed")->required();
    add_preset_options(*command, options->sets, options->run_dir);
    command->get_option("--run-dir")->description("The folder of the runs; default: ./runs/NAME-best-UTC");
    command
        ->add_option("--minutes", options->minutes,
                     "The time for everything; at its end the runs are stopped with a checkpoint")
        ->check(above_0(100'000))
        ->capture_default_str();
    command->add_flag("--json", options->json, "One JSON object: the plan, the runs, the recommended model");
    command->callback([&action, options] { action = [options] { return run_best(*options); }; });
}

} // namespace tunedesk::app
