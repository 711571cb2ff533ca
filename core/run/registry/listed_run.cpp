// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/registry/listed_run.h"

#include "base/text.h"

namespace tunedesk::run {

namespace {

constexpr std::size_t most_runs = 100'000, most_text = 4096;

std::string text_of(const Json& json, const char* name) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_string()) return {};
    return shortened(found->get_ref<const std::string&>(), most_text);
}

} // namespace

Json to_json(const std::vector<ListedRun>& runs) {
    Json json = Json::array();
    for (const ListedRun& run : runs) {
        const auto accuracy = run.metrics.find("accuracy");
        json.push_back(Json{{"run", run.path.string()},
                            {"name", run.name},
                            {"started", run.started},
                            {"group", run.group},
                            {"setting", run.setting},
                            {"state", status_text(run.status)}, // older versions derive the parts from it
                            {"status", status_json(run.status)},
                            {"running", run.running},
                            {"step", run.step},
                            {"accuracy", accuracy != run.metrics.end() ? Json(accuracy->second) : Json()},
                            {"steps", run.steps},
                            {"exit_code", run.status.exit_code ? Json(*run.status.exit_code) : Json()},
                            {"metrics", run.metrics}});
    }
    return json;
}

std::vector<ListedRun> listed_runs_from(const Json& json) {
    std::vector<ListedRun> runs;
    if (!json.is_array()) return runs;
    for (const Json& item : json) {
        if (!item.is_object() || runs.size() == most_runs) continue;
        ListedRun run;
        run.path = text_of(item, "run");
        if (!run.path.is_absolute()) continue;
        run.name = text_of(item, "name");
        run.started = text_of(item, "started");
        run.status = event::status_of_row(item);
        run.group = text_of(item, "group");
        run.setting = text_of(item, "setting");
        const auto running = item.find("running");
        run.running = running != item.end() && running->is_boolean() && running->get<bool>();
        run.step = whole_field(item, "step");
        run.steps = whole_field(item, "steps");
        if (const auto metrics = item.find("metrics"); metrics != item.end() && metrics->is_object())
            for (const auto& [name, value] : metrics->items())
                if (value.is_number() && run.metrics.size() < 32)
                    run.metrics[shortened(name)] = value.get<double>();
        runs.push_back(std::move(run));
    }
    return runs;
}

} // namespace tunedesk::run
