#include "commands.h"
#include "preset/load.h"
#include "run/prepare.h"
#include "run/programs.h"
#include "supervise.h"

#include <memory>

namespace tunedesk::app {

namespace {

struct RunOptions {
    std::string preset, run_dir;
    std::vector<std::string> sets;
    Supervising how;
};

int run_preset(const RunOptions& options) {
    const preset::Loaded loaded = preset::load(options.preset, options.sets);
    const event::RunFolder folder = run::folder_for(loaded.preset, options.run_dir);
    run::check_before_start(loaded.preset, folder.root);
    run::Launch launch{folder, loaded.preset, run::worker_program()};
    run::make_run_folder(launch.folder);
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

void add_run_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Train as a preset says, and watch it");
    command->add_option("PRESET", options->preset, "The preset, a YAML file")->required();
    add_preset_options(*command, options->sets, options->run_dir);
    command->add_flag("--detach", options->how.detach, "Return once it runs; print its folder");
    command->add_flag("--json", options->how.json, "Print the journal's lines");
    command->callback([options, &action] { action = [options] { return run_preset(*options); }; });
}

} // namespace tunedesk::app
