#include "base/clock.h"
#include "base/text.h"
#include "commands.h"
#include "preset/load.h"
#include "report/text_table.h"
#include "run/prepare.h"
#include "run/queue.h"
#include "supervise.h"

#include <charconv>
#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

struct AddOptions {
    std::string preset, run_dir;
    std::vector<std::string> sets;
    std::string devices;
    run::Queueing how;
};

int add(const AddOptions& options) {
    const preset::Loaded loaded = preset::load(options.preset, options.sets);
    const event::RunFolder folder = run::folder_for(loaded.preset, options.run_dir);
    run::Queueing how = options.how;
    for (const std::string_view device : split(options.devices, ','))
        if (!trimmed(device).empty()) how.devices.emplace_back(trimmed(device));
    const run::QueueEntry entry = run::add_to_queue(loaded.preset, folder, how);
    fmt::print("{}\n", entry.run.string());
    return 0;
}

std::string waits_for(const run::QueueEntry& entry) {
    if (entry.starting) return "starting";
    if (entry.held) return "held";
    if (!entry.gpu) return "a slot of the CPU";
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
        for (const run::QueueEntry& entry : entries)
            json.push_back(Json{{"place", json.size() + 1},
                                {"run", entry.run.string()},
                                {"name", entry.name},
                                {"added", entry.added},
                                {"group", entry.group},
                                {"gpu", entry.gpu},
                                {"devices", entry.devices},
                                {"pinned", entry.pinned},
                                {"held", entry.held},
                                {"starting", entry.starting}});
        fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
        return 0;
    }
    report::TextTable table{{"place", "name", "waits for", "group", "added", "run"},
                            {},
                            {true, false, false, false, false, false}};
    for (const run::QueueEntry& entry : entries)
        table.rows.push_back({std::to_string(table.rows.size() + 1), entry.name, waits_for(entry),
                              entry.group.empty() ? "-" : entry.group, entry.added, entry.run.string()});
    fmt::print("{}",
               entries.empty() ? "The queue is empty. next: tunedesk queue add PRESET\n" : table.to_text());
    return 0;
}

/// A queued run by its folder or its place.
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
        {"hold", "Keep a run from starting; others pass it",
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

} // namespace

void add_queue_command(CLI::App& app, Action& action) {
    CLI::App* queue = app.add_subcommand("queue", "Runs that wait for a free device");
    queue->require_subcommand(1);

    auto options = std::make_shared<AddOptions>();
    CLI::App* command =
        queue->add_subcommand("add", "Queue a run of a preset as it is now; print its folder");
    command->add_option("PRESET", options->preset, "The preset, a YAML file")->required();
    add_preset_options(*command, options->sets, options->run_dir);
    command->add_option("--devices", options->devices, "Only on these GPUs: indices or UUIDs, 0,2")
        ->type_name("LIST");
    command->add_option("--group", options->how.group, "A name for runs that belong together");
    command->add_flag("--hold", options->how.held, "Do not start it before `queue release`");
    command->callback([options, &action] { action = [options] { return add(*options); }; });

    auto as_json = std::make_shared<bool>(false);
    command = queue->add_subcommand("list", "The queue, the next run first");
    command->add_flag("--json", *as_json, "One JSON array");
    command->callback([as_json, &action] { action = [as_json] { return list(*as_json); }; });

    add_changes(*queue, action);

    auto id = std::make_shared<std::int64_t>(0);
    command = queue->add_subcommand("wait", "What a queued run's own process does")->group("");
    command->add_option("ID", *id)->required();
    command->callback([id, &action] { action = [id] { return supervise_queued(*id); }; });
}

} // namespace tunedesk::app
