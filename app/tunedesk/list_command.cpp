#include "base/error.h"
#include "base/text.h"
#include "commands.h"
#include "run/known_runs.h"

#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

/// A registered run with what its folder says now.
struct Listed {
    run::RegisteredRun entry;
    std::optional<run::KnownRun> run; ///< empty: the folder is gone

    std::string state() const { return run ? run->state : "folder gone"; }
    std::int64_t step() const {
        if (!run) return 0;
        const report::RunSummary& summary = run->compared.summary;
        return !run->running && summary.report ? summary.report->steps : summary.progress.step;
    }
    /// The test's where the run is over, else the last evaluation's.
    std::optional<double> accuracy() const {
        if (!run) return std::nullopt;
        const report::RunSummary& summary = run->compared.summary;
        if (!run->running && summary.report && summary.report->classification)
            return summary.report->classification->accuracy;
        return summary.progress.eval_accuracy;
    }
};

std::vector<Listed> list_runs() {
    std::vector<Listed> listed;
    for (run::RegisteredRun& entry : run::registered_runs()) {
        Listed item{std::move(entry), std::nullopt};
        try {
            item.run = run::read_known_run(item.entry.path);
        } catch (const Error&) {
        }
        listed.push_back(std::move(item));
    }
    return listed;
}

void print_table(const std::vector<Listed>& runs) {
    report::TextTable table{{"started", "name", "state", "step", "accuracy", "run"},
                            {},
                            {false, false, false, true, true, false}};
    for (const Listed& item : runs) {
        const auto accuracy = item.accuracy();
        table.rows.push_back({item.entry.started, item.entry.name, item.state(),
                              grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(0, item.step()))),
                              accuracy ? fmt::format("{:.4f}", *accuracy) : "-", item.entry.path.string()});
    }
    fmt::print("{}", runs.empty() ? "No runs yet. next: tunedesk run PRESET\n" : table.to_text());
}

Json list_json(const std::vector<Listed>& runs) {
    Json json = Json::array();
    for (const Listed& item : runs) {
        const auto accuracy = item.accuracy();
        json.push_back(Json{{"run", item.entry.path.string()},
                            {"name", item.entry.name},
                            {"started", item.entry.started},
                            {"group", item.entry.group},
                            {"setting", item.entry.setting},
                            {"state", item.state()},
                            {"running", item.run && item.run->running},
                            {"step", item.step()},
                            {"accuracy", accuracy ? Json(*accuracy) : Json()}});
    }
    return json;
}

} // namespace

void add_list_command(CLI::App& app, Action& action) {
    auto as_json = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("list", "List this user's runs, the latest first");
    command->add_flag("--json", *as_json, "One JSON array");
    command->callback([&action, as_json] {
        action = [as_json] {
            const std::vector<Listed> runs = list_runs();
            if (*as_json)
                fmt::print("{}\n", list_json(runs).dump(2, ' ', false, Json::error_handler_t::replace));
            else
                print_table(runs);
            return 0;
        };
    });
}

} // namespace tunedesk::app
