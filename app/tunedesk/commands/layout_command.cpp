// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "commands.h"
#include "output.h"
#include "preset/interop/shell.h"
#include "preset/schema/placement.h"
#include "preset/schema/schema.h"
#include "program.h"
#include "run/check/layout_search.h"
#include "searched_preset.h"

#include <QCoreApplication>
#include <memory>

namespace tunedesk::app {

namespace {

struct LayoutOptions {
    std::string preset;
    std::vector<std::string> sets;
    int devices = 0, trials = 6;
    double limit_gb = 0;
    bool plan = false, json = false, write = false;
};

Json layout_json(const run::LayoutTrial& trial) {
    const run::Layout& layout = trial.layout;
    return {{"strategy", name_of(layout.strategy)},
            {"processes", layout.processes},
            {"pipeline_stages", layout.stages},
            {"tensor_size", layout.slices},
            {"per_device_train_batch_size", layout.batch_size},
            {"gradient_accumulation_steps", layout.accumulation},
            {"activation_checkpointing", layout.checkpoints},
            {"planned_bytes", trial.planned_bytes},
            {"planned_seconds", trial.planned_seconds},
            {"measured", trial.measured ? run::to_json(*trial.measured) : Json()},
            {"fits", trial.was_tried ? Json(trial.fits) : Json()}};
}

void print_layout(const run::LayoutTrial& trial) {
    std::string line = fmt::format("{:<48}  planned {:>9}, {:>7.3f} s", trial.layout.text(),
                                   human_bytes(trial.planned_bytes), trial.planned_seconds);
    if (trial.measured)
        line += fmt::format("  measured {:>9}, {:>7.3f} s  {:>8} tokens/s  {}",
                            human_bytes(trial.measured->peak_bytes()), trial.measured->seconds,
                            grouped(static_cast<std::uint64_t>(trial.measured->tokens_per_second())),
                            trial.fits ? "fits" : "too large");
    else if (trial.was_tried)
        line += "  out of memory";
    print_text("{}\n", line);
    std::fflush(stdout);
}

/// Prints the plan only, or every trial as it ends; returns the result.
std::optional<run::LayoutTrial> search_layouts(const LayoutOptions& options, const run::Check& check,
                                               const run::LayoutSearch& search, Json& trials) {
    const auto show = [&](const run::LayoutTrial& trial) {
        if (options.json)
            trials.push_back(layout_json(trial));
        else
            print_layout(trial);
    };
    if (!options.plan) return run::find_layout(check, search, show);
    constexpr std::size_t most_shown = 40;
    std::vector<run::LayoutTrial> planned = run::planned_layouts(check, search);
    if (planned.size() > most_shown) planned.resize(most_shown);
    for (const run::LayoutTrial& trial : planned)
        show(trial);
    return std::nullopt;
}

void say_found(const LayoutOptions& options, const run::LayoutTrial& found,
               const std::vector<std::pair<std::string, std::string>>& changes) {
    const std::string file = preset::shell_word(options.preset);
    print_text("\nThe fastest: {}. ", found.layout.text());
    if (changes.empty()) return print_text("It is the preset's own. Next: tunedesk run {}\n", file);
    if (options.write) return print_text("Written to the preset. Next: tunedesk run {}\n", file);
    std::string sets;
    for (const auto& [name, value] : changes)
        sets += fmt::format(" --set {}={}", name, value);
    print_text("Next: tunedesk run {}{}, or again with --write to put it into the preset\n", file, sets);
}

int find(const LayoutOptions& options) {
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments); // required by QProcess
    const run::Check check = checked_for_search(options.preset, options.sets);
    run::LayoutSearch search;
    search.devices = options.devices > 0 ? options.devices : run::devices_for(check);
    search.limit = options.limit_gb > 0 ? static_cast<std::uint64_t>(options.limit_gb * 1e9)
                                        : run::usual_layout_limit(check);
    search.trials = options.trials;
    if (!options.json)
        print_text("{} samples per step, up to {} ranks, which may hold {} {}\n",
                   run::Layout::of(check.preset).samples(), search.devices, human_bytes(search.limit),
                   check.cuda ? "each" : "together");
    Json trials = Json::array();
    const std::optional<run::LayoutTrial> found = search_layouts(options, check, search, trials);
    const auto changes = found ? run::changes_of(found->layout, check.preset)
                               : std::vector<std::pair<std::string, std::string>>();
    if (options.write && found) write_keys(options.preset, changes);
    if (options.json)
        print_json({{"limit_bytes", search.limit},
                    {"devices", search.devices},
                    {"trials", trials},
                    {"found", found ? layout_json(*found) : Json()}});
    else if (found)
        say_found(options, *found, changes);
    return 0;
}

} // namespace

void add_layout_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<LayoutOptions>();
    CLI::App* command = app.add_subcommand(
        "layout", "Find the fastest strategy, ranks and micro-batches for a preset's batch, planned first, "
                  "then measured by trial steps in separate processes");
    command->add_option("PRESET", options->preset, "The preset's YAML file")->required();
    command->add_option("--set", options->sets, "Change a key: --set data.max_length=256")
        ->allow_extra_args(false)
        ->take_all();
    command
        ->add_option("--devices", options->devices,
                     "Maximum number of ranks; default: the GPUs or the cores of this machine")
        ->check(above_0(4096));
    command->add_option("--trials", options->trials, "Layouts to measure beside the preset's own")
        ->check(above_0(1000))
        ->capture_default_str();
    command
        ->add_option("--limit", options->limit_gb,
                     "Memory limit of all ranks, or of each GPU, in GB (1e9 bytes); default: four fifths of "
                     "the free memory")
        ->check(above_0(1e9));
    command->add_flag("--plan", options->plan, "Print the planned layouts, and measure none");
    command->add_flag("--write", options->write, "Put the layout found into the preset's file");
    command->add_flag("--json", options->json, "One JSON object with every trial");
    command->callback([&action, options] { action = [options] { return find(*options); }; });
}

} // namespace tunedesk::app
