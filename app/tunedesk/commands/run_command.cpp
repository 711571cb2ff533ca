#include "commands.h"
#include "device_check.h"
#include "on_host.h"
#include "output.h"
#include "preset/yaml/load.h"
#include "remote/runs.h"
#include "run/folder/prepare.h"
#include "run/programs.h"
#include "supervise.h"

#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

struct RunOptions {
    std::string preset, run_dir;
    std::vector<std::string> sets;
    Supervising how;
    std::string host;
    bool skip_device_check = false;
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

int run_preset(const RunOptions& options) {
    if (!options.host.empty()) return run_on_host(options);
    const preset::Loaded loaded = options.preset == "-" ? preset::parse(standard_input(), "standard input",
                                                                        fs::current_path(), options.sets)
                                                        : preset::load(options.preset, options.sets);
    const event::RunFolder folder = run::folder_for(loaded.preset, options.run_dir);
    Preset wherever = loaded.preset; // on GPUs, ranks need less of the host
    wherever.parallel.oversubscribe = true;
    run::check_before_start(wherever, folder.root); // before a GPU is used for its check
    run::AutoDevices chosen = settle_devices(loaded.preset, options.skip_device_check);
    run::check_before_start(chosen.preset, folder.root);
    run::Launch launch{folder, chosen.preset, run::worker_program()};
    launch.notes = std::move(chosen.notes);
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
    CLI::App* command = app.add_subcommand("run", "Start the training that a preset describes, and watch it");
    command->add_option("PRESET", options->preset, "The preset, a YAML file; -: the standard input")
        ->required();
    add_preset_options(*command, options->sets, options->run_dir);
    command->add_flag("--detach", options->how.detach, "Return once it runs; print its folder");
    command->add_flag("--json", options->how.json, "Print the journal's lines");
    command->add_flag("--skip-device-check", options->skip_device_check,
                      "With parallel.devices: auto, train on the processors where a GPU was not checked yet");
    add_host_option(*command, options->host);
    command->callback([options, &action] { action = [options] { return run_preset(*options); }; });
}

} // namespace tunedesk::app
