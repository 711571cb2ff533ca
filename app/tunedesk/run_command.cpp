#include "base/clock.h"
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
    fs::path root = options.run_dir.empty()
                        ? run::default_run_folder(loaded.preset, fs::current_path(), utc_seconds())
                        : fs::absolute(options.run_dir).lexically_normal();
    if (!root.has_filename()) root = root.parent_path();
    run::check_before_start(loaded.preset, root);
    run::Launch launch{event::RunFolder{root}, loaded.preset, run::worker_program()};
    run::make_run_folder(launch.folder);
    return supervise(std::move(launch), options.how);
}

} // namespace

void add_run_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Train as a preset says, and watch it");
    command->add_option("PRESET", options->preset, "The preset, a YAML file")->required();
    command->add_option("--set", options->sets, "Set a preset key: --set training.seed=7 (repeatable)")
        ->type_name("KEY=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    command->add_option("--run-dir", options->run_dir, "The run's folder; default: ./runs/NAME-UTC")
        ->type_name("DIR");
    command->add_flag("--detach", options->how.detach, "Return once it runs; print its folder");
    command->add_flag("--json", options->how.json, "Print the journal's lines");
    command->callback([options, &action] { action = [options] { return run_preset(*options); }; });
}

} // namespace tunedesk::app
