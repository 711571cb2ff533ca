// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "commands.h"
#include "output.h"
#include "preset/interop/shell.h"
#include "preset/schema/schema.h"
#include "program.h"
#include "run/check/batch_size.h"
#include "searched_preset.h"

#include <QCoreApplication>
#include <memory>

namespace tunedesk::app {

namespace {

struct BatchSizeOptions {
    std::string preset;
    std::vector<std::string> sets;
    double limit_gb = 0;
    int at_most = 256;
    bool fastest = false, json = false, write = false;
};

void print_trial(const run::BatchTrial& trial) {
    if (!trial.measured) {
        print_text("{:>6}  estimated {:>10}  out of memory\n", trial.batch_size,
                   human_bytes(trial.estimated_bytes));
    } else {
        const run::Measured& measured = *trial.measured;
        print_text("{:>6}  estimated {:>10}  measured {:>10}  {:>8.3f} s a step  {:>8} tokens/s  {}\n",
                   trial.batch_size, human_bytes(trial.estimated_bytes), human_bytes(measured.peak_bytes()),
                   measured.seconds, grouped(static_cast<std::uint64_t>(measured.tokens_per_second())),
                   trial.fits ? "fits" : "too large");
    }
    std::fflush(stdout);
}

Json trial_json(const run::BatchTrial& trial) {
    return {{"per_device_train_batch_size", trial.batch_size},
            {"estimated_bytes", trial.estimated_bytes},
            {"fits", trial.fits},
            {"measured", trial.measured ? run::to_json(*trial.measured) : Json()}};
}

int find(const BatchSizeOptions& options) {
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments); // required by QProcess
    const run::Check check = checked_for_search(options.preset, options.sets);
    run::BatchSearch search;
    search.limit = options.limit_gb > 0 ? static_cast<std::uint64_t>(options.limit_gb * 1e9)
                                        : run::usual_batch_limit(check);
    search.at_most = options.at_most;
    search.goal = options.fastest ? run::BatchGoal::fastest : run::BatchGoal::largest;
    if (!options.json)
        print_text("memory limit of a rank: {}; each size is tried with its longest batch\n",
                   human_bytes(search.limit));
    Json trials = Json::array();
    const run::BatchTrial found = run::find_batch_size(check, search, [&](const run::BatchTrial& trial) {
        if (options.json)
            trials.push_back(trial_json(trial));
        else
            print_trial(trial);
    });
    if (options.write)
        write_keys(options.preset,
                   {{"training.per_device_train_batch_size", std::to_string(found.batch_size)}});
    if (options.json) {
        const Json json{{"limit_bytes", search.limit}, {"trials", trials}, {"found", trial_json(found)}};
        print_json(json);
    } else {
        const std::string file = preset::shell_word(options.preset);
        print_text("\n{}: {}. ", options.fastest ? "The fastest" : "The largest that fits", found.batch_size);
        if (options.write)
            print_text("Written to the preset. Next: tunedesk run {}\n", file);
        else
            print_text("Next: tunedesk run {} --set training.per_device_train_batch_size={}, or again with "
                       "--write to put it into the preset\n",
                       file, found.batch_size);
    }
    return 0;
}

} // namespace

void add_batch_size_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<BatchSizeOptions>();
    CLI::App* command = app.add_subcommand(
        "batch-size", "Find the largest batch that fits into memory, by trial steps in separate processes");
    command->add_option("PRESET", options->preset, "The preset's YAML file")->required();
    command->add_option("--set", options->sets, "Change a key: --set data.max_length=256")
        ->allow_extra_args(false)
        ->take_all();
    command
        ->add_option("--limit", options->limit_gb,
                     "Memory limit of a rank in GB (1e9 bytes); default: four fifths of the free memory")
        ->check(above_0(1e9));
    command->add_option("--at-most", options->at_most, "Largest batch size to try, in samples")
        ->check(above_0(1e6))
        ->capture_default_str();
    command->add_flag(
        "--fastest", options->fastest,
        "Among the powers of two up to the largest, choose the one with the most tokens per second");
    command->add_flag("--write", options->write, "Put the size found into the preset's file");
    command->add_flag("--json", options->json, "One JSON object with every trial");
    command->callback([&action, options] { action = [options] { return find(*options); }; });
}

} // namespace tunedesk::app
