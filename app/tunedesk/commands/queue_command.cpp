// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/text.h"
#include "commands.h"
#include "output.h"
#include "preset/yaml/load.h"
#include "report/text_table.h"
#include "run/check/check.h"
#include "run/folder/prepare.h"
#include "run/queue/folds.h"
#include "run/queue/pruning.h"
#include "run/queue/queue.h"
#include "run/queue/sweep.h"
#include "supervise.h"

#include <charconv>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>

namespace tunedesk::app {

namespace {

struct AddOptions {
    std::string preset, run_dir;
    std::vector<std::string> sets, swept;
    std::string devices;
    int seeds = 1, drawn = 0, folds = 1, prune_after = 1;
    bool dry_run = false, prune = false;
    run::Queueing how;
};

std::vector<std::string> device_words(const std::string& list) {
    std::vector<std::string> words;
    for (const std::string_view device : split(list, ','))
        if (!trimmed(device).empty()) words.emplace_back(trimmed(device));
    return words;
}

/// Prints the runs that would be queued, their estimated times, and the total.
int show_sweep(const std::vector<run::SweepRun>& runs) {
    const run::MeasuredRuns rates;
    std::map<std::string, run::CheckedInputs> inputs; // most runs of a sweep share their files
    report::TextTable table{{"setting", "time", "steps"}, {}, {false, true, true}};
    double seconds = 0;
    std::uint64_t disk = 0, room = 0;
    for (const run::SweepRun& run : runs) {
        const std::string key = run::inputs_key(run.preset);
        const auto [found, fresh] = inputs.try_emplace(key);
        if (fresh) found->second = run::inspect_inputs(run.preset);
        preset::Draft draft;
        draft.loaded.preset = run.preset;
        const run::Check check = run::check(draft, found->second, rates);
        if (!check.inputs.problems.empty()) throw Error(check.inputs.problems.front());
        if (!check.estimate) throw Error(ErrorId::run_time_unknown, {}, run.setting);
        seconds += check.estimate->seconds;
        disk += check.estimate->disk_bytes;
        room = check.free_disk;
        table.rows.push_back({run.setting.empty() ? "-" : run.setting,
                              human_duration(check.estimate->seconds), grouped(check.estimate->steps)});
    }
    print_text("{}\n{} run{}, about {} of training one after another, {} on the disk of {} free: {}\n",
               table.to_text(), runs.size(), runs.size() == 1 ? "" : "s", human_duration(seconds),
               human_bytes(disk), human_bytes(room), plan::verdict(disk, room));
    return 0;
}

/// Prints a notice if --prune has no effect.
void explain_pruning(const Preset& preset, const run::Queueing& how, std::size_t runs) {
    if (how.prune_after == 0) return;
    if (preset.evaluation.strategy == Preset::EvalStrategy::no)
        print_notice("--prune: no run is pruned, because evaluation.strategy is no\n");
    else if (runs <= run::fewest_compared)
        print_notice("--prune: a run is compared with at least {} others; this group has {} run{}\n",
                     run::fewest_compared, runs, runs == 1 ? "" : "s");
}

int add(const AddOptions& options) {
    run::Sweep sweep;
    sweep.seeds = options.seeds;
    sweep.drawn = options.drawn;
    for (const std::string& text : options.swept)
        sweep.keys.push_back(run::read_swept_key(text));
    const auto read = [&](std::span<const std::string> swept) {
        std::vector<std::string> sets = options.sets;
        sets.insert(sets.end(), swept.begin(), swept.end());
        return preset::load_draft(options.preset, sets);
    };
    std::vector<run::SweepRun> runs = run::sweep_runs(read, sweep);
    if (options.dry_run) return show_sweep(runs);
    const Preset& first = runs.front().preset;
    const fs::path folder =
        options.run_dir.empty() ? fs::path() : run::folder_for(first, options.run_dir).root;
    run::Queueing how = options.how;
    how.devices = device_words(options.devices);
    if (how.group.empty() && (runs.size() > 1 || options.folds > 1))
        how.group = run::new_group_name(first.name);
    std::vector<run::QueuedRun> placed = run::place_runs(std::move(runs), folder, fs::current_path());
    if (options.folds > 1) placed = run::fold_runs(placed, options.folds);
    how.prune_after = options.prune ? options.prune_after : 0;
    if (options.how.group.empty()) explain_pruning(placed.front().preset, how, placed.size());
    std::set<std::string> said; // printed once for all runs of a sweep
    for (const run::QueueEntry& entry : run::add_to_queue(std::move(placed), how)) {
        print_text("{}\n", entry.run.string());
        for (const std::string& note : entry.notes)
            if (said.insert(note).second) print_notice("{}\n", note);
    }
    return 0;
}

std::string waits_for(const run::QueueEntry& entry) {
    if (entry.starting) return "starting";
    if (entry.held) return "held";
    if (!entry.gpu) return "a CPU slot";
    if (entry.pinned.empty()) return fmt::format("{} GPU{}", entry.devices, entry.devices == 1 ? "" : "s");
    std::string names;
    for (const std::string& uuid : entry.pinned)
        names += (names.empty() ? "" : ", ") + shortened(uuid, 12);
    return names;
}

int list(bool as_json) {
    run::revive_queue();
    const std::vector<run::QueueEntry> entries = run::queue_entries();
    if (as_json) {
        Json json = Json::array();
        for (const run::QueueEntry& entry : entries) {
            Json each;
            each["place"] = json.size() + 1;
            each.update(run::to_json(entry));
            json.push_back(std::move(each));
        }
        print_json(json);
        return 0;
    }
    report::TextTable table{{"place", "name", "setting", "waits for", "group", "added", "run"}, {}, {true}};
    for (const run::QueueEntry& entry : entries)
        table.rows.push_back({std::to_string(table.rows.size() + 1), entry.name,
                              entry.setting.empty() ? "-" : entry.setting, waits_for(entry),
                              entry.group.empty() ? "-" : entry.group, entry.added, entry.run.string()});
    write_text(entries.empty() ? "The queue is empty. next: tunedesk queue add PRESET\n" : table.to_text());
    return 0;
}

/// Finds a queued run by its folder or its place.
fs::path queued_run(const std::string& word) {
    std::size_t place = 0;
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), place);
    const std::vector<run::QueueEntry> entries = run::queue_entries();
    if (failed == std::errc() && end == word.data() + word.size() && place >= 1 && place <= entries.size())
        return entries[place - 1].run;
    return fs::absolute(word).lexically_normal();
}

void add_changes(CLI::App& queue, Action& action) {
    struct Change {
        const char *name, *help;
        void (*apply)(const fs::path& run, int place);
    };
    static constexpr Change changes[] = {
        {"move", "Give a run another place",
         [](const fs::path& run, int place) { run::move_in_queue(run, place); }},
        {"remove", "Take a run out of the queue and remove its folder",
         [](const fs::path& run, int) { run::remove_from_queue(run); }},
        {"hold", "Keep a run from starting; later runs start first",
         [](const fs::path& run, int) { run::hold_in_queue(run, true); }},
        {"release", "Let a held run start in its turn",
         [](const fs::path& run, int) { run::hold_in_queue(run, false); }},
    };
    for (const Change& change : changes) {
        auto run = std::make_shared<std::string>();
        auto place = std::make_shared<int>(1);
        CLI::App* command = queue.add_subcommand(change.name, change.help);
        command->add_option("RUN", *run, "The run's folder, or its place in the queue")->required();
        if (std::string_view(change.name) == "move")
            command->add_option("PLACE", *place, "1: the next to start")
                ->required()
                ->check(CLI::Range(1, 1'000'000));
        command->callback([run, place, &action, apply = change.apply] {
            action = [run, place, apply] {
                apply(queued_run(*run), *place);
                return list(false);
            };
        });
    }
}

void add_pin(CLI::App& queue, Action& action) {
    auto run = std::make_shared<std::string>();
    auto devices = std::make_shared<std::string>();
    CLI::App* command = queue.add_subcommand("pin", "Let a run start only on these GPUs");
    command->add_option("RUN", *run, "The run's folder, or its place in the queue")->required();
    command->add_option("DEVICES", *devices, "Indices or UUIDs, 0,2; none: any GPU")->type_name("LIST");
    command->callback([run, devices, &action] {
        action = [run, devices] {
            run::pin_in_queue(queued_run(*run), device_words(*devices));
            return list(false);
        };
    });
}

} // namespace

void add_queue_command(CLI::App& app, Action& action) {
    CLI::App* queue = app.add_subcommand("queue", "Runs that wait for a free device");
    queue->require_subcommand(1);

    auto options = std::make_shared<AddOptions>();
    CLI::App* command =
        queue->add_subcommand("add", "Queue a run of a preset, or a sweep, as it is now; print the folders");
    command->add_option("PRESET", options->preset, "The preset, a YAML file")->required();
    add_preset_options(*command, options->sets, options->run_dir);
    command->add_option("--devices", options->devices, "Only on these GPUs: indices or UUIDs, 0,2")
        ->type_name("LIST");
    command
        ->add_option("--sweep", options->swept,
                     "Queue a run for each value: --sweep learning_rate=1e-5,3e-5; several make a grid")
        ->type_name("KEY=VALUES")
        ->allow_extra_args(false)
        ->take_all();
    command
        ->add_option(
            "--random", options->drawn,
            "Sample this many settings instead of the whole grid; a value may be a range: 1e-5..1e-3")
        ->check(CLI::Range(1, 1000));
    command->add_option("--seeds", options->seeds, "Repeat each setting with this many seeds")
        ->check(CLI::Range(1, 1000));
    command
        ->add_option("--folds", options->folds,
                     "Cross-validation: repeat each setting this many times, each time tested on another "
                     "part of the training rows")
        ->check(CLI::Range(2, 100));
    CLI::Option* const prune = command->add_flag(
        "--prune", options->prune,
        "Stop a run whose monitored metric is worse than the median of the group's other runs at that step; "
        "it can be resumed");
    command
        ->add_option("--prune-after", options->prune_after,
                     "With --prune: evaluations of a run before it can be pruned")
        ->check(CLI::Range(1, 1'000'000))
        ->needs(prune)
        ->capture_default_str();
    command->add_flag("--dry-run", options->dry_run, "Show the runs and their time, queue nothing");
    command->add_option("--group", options->how.group, "A name for runs that belong together");
    command->add_flag("--hold", options->how.held, "Do not start it before `queue release`");
    command->callback([options, &action] { action = [options] { return add(*options); }; });

    auto as_json = std::make_shared<bool>(false);
    command = queue->add_subcommand("list", "The queue, the next run first");
    command->add_flag("--json", *as_json, "One JSON array");
    command->callback([as_json, &action] { action = [as_json] { return list(*as_json); }; });

    add_changes(*queue, action);
    add_pin(*queue, action);

    auto id = std::make_shared<std::int64_t>(0);
    command = queue->add_subcommand("wait", "What a queued run's own process does")->group("");
    command->add_option("ID", *id)->required();
    command->callback([id, &action] { action = [id] { return supervise_queued(*id); }; });
}

} // namespace tunedesk::app
