// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/tracking/mlflow_store.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "event/folder/run_folder.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

namespace tunedesk::report {

namespace {

constexpr std::size_t most_value_bytes = 6000, most_name_bytes = 500; // MLflow's limits
constexpr std::uint64_t most_meta_bytes = 1u << 16;

/// A value in a meta.yaml: a text of JSON is one of YAML.
std::string yaml_text(const std::string& text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string file_uri(const fs::path& path) {
    std::string uri = "file://";
    for (const char c : path.string()) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           std::string_view("/-._~").find(c) != std::string_view::npos;
        uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri;
}

/// A name of a param, metric or tag, which is a file's; the colon, which MLflow allows but on Windows, too.
std::string entry_name(const std::string& name) {
    std::string plain = name;
    for (char& c : plain)
        if (!std::isalnum(static_cast<unsigned char>(c)) &&
            std::string_view("_-. ").find(c) == std::string_view::npos)
            c = '_';
    return plain == "." || plain == ".." ? '_' + plain : plain;
}

std::int64_t milliseconds(double seconds) {
    return static_cast<std::int64_t>(std::llround(seconds * 1000));
}

// --- experiments ---

/// The `name` of a meta.yaml; "" if there is none that can be read.
std::string name_in_meta(const fs::path& meta) try {
    const YAML::Node node = YAML::Load(read_file(meta, ErrorId::file_unreadable, most_meta_bytes));
    const YAML::Node name = node.IsMap() ? node["name"] : YAML::Node();
    return name && name.IsScalar() ? name.Scalar() : std::string();
} catch (const std::exception&) {
    return {};
}

std::string find_experiment(const fs::path& store, const std::string& name) {
    std::error_code failed;
    for (fs::directory_iterator it(store, failed), end; !failed && it != end; it.increment(failed))
        if (name_in_meta(it->path() / "meta.yaml") == name) return it->path().filename().string();
    return {};
}

/// Eighteen digits, as MLflow's own.
std::string experiment_id_of(const std::string& name) {
    constexpr std::uint64_t least = 100'000'000'000'000'000;
    return fmt::to_string(least + std::stoull(content_hash(name).substr(0, 15), nullptr, 16) % (9 * least));
}

/// The id of the experiment, which is made where the store has none of that name.
std::string experiment_in(const fs::path& store, const std::string& name) {
    const bool has_control =
        std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < 32; });
    if (name.empty() || name.size() > most_name_bytes || has_control || find_invalid_utf8(name))
        throw Error(ErrorId::command_line_invalid,
                    {"--experiment: 1 to 500 bytes of text on one line", "tunedesk track --help"},
                    shortened(name));
    if (std::string id = find_experiment(store, name); !id.empty()) return id;
    std::string id = experiment_id_of(name);
    const std::int64_t now = milliseconds(utc_seconds());
    make_folders(store / ".trash", ErrorId::folder_not_created);
    make_folders(store / id, ErrorId::folder_not_created);
    write_file_atomically(store / id / "meta.yaml",
                          fmt::format("artifact_location: {}\ncreation_time: {}\nexperiment_id: '{}'\n"
                                      "last_update_time: {}\nlifecycle_stage: active\nname: {}\n",
                                      yaml_text(file_uri(store / id)), now, id, now, yaml_text(name)));
    return id;
}

// --- a run ---

/// RunStatus.proto's numbers.
int mlflow_status(const event::RunStatus& status) {
    namespace state = event::state;
    if (status.is(state::done)) return 3;                             // FINISHED
    if (status.is(state::queued) || status.is(state::held)) return 2; // SCHEDULED
    if (!has_ended(status)) return 1;                                 // RUNNING
    if (status.is(state::failed) || status.is(state::interrupted)) return 4;
    return 5; // KILLED: stopped, killed or pruned
}

/// Files of one folder of the run, by their names.
class Entries {
public:
    explicit Entries(fs::path folder) : folder_(std::move(folder)) {
        make_folders(folder_, ErrorId::folder_not_created);
    }
    void put(const std::string& name, const std::string& text) const {
        write_file_atomically(folder_ / entry_name(name), text);
    }

private:
    const fs::path folder_;
};

void write_params(const fs::path& folder, const ComparedRun& run) {
    const Entries params(folder / "params");
    for (const auto& [key, value] : run.settings)
        if (!value.empty() && key != "tunedesk") params.put(key, value.substr(0, most_value_bytes));
}

std::string metric_line(const RunTimes& times, double step, double value) {
    return fmt::format("{} {} {}\n", milliseconds(times.at(step)), shortest(value),
                       std::isfinite(step) ? static_cast<std::int64_t>(step) : 0);
}

void write_metrics(const fs::path& folder, const TrackedRun& tracked, const RunTimes& times) {
    const Entries metrics(folder / "metrics");
    for (const MetricSeries& series : tracked.metrics.series) {
        std::string lines;
        for (std::size_t i = 0; i < series.values.size(); ++i)
            lines += metric_line(times, series.steps[i], series.values[i]);
        if (!lines.empty()) metrics.put(series.name, lines);
    }
    const auto last = static_cast<double>(last_step(tracked));
    for (const auto& [name, value] : figures_beside_series(tracked))
        metrics.put(name, metric_line(times, last, value));
}

void write_tags(const fs::path& folder, const TrackedRun& tracked) {
    const Entries tags(folder / "tags");
    const RunSummary& summary = tracked.run.summary;
    tags.put("mlflow.runName", tracked.run.name);
    tags.put("mlflow.source.name", "tunedesk");
    tags.put("mlflow.source.type", "LOCAL");
    tags.put("tunedesk.run", summary.folder.string());
    tags.put("tunedesk.state", status_text(tracked.status));
    for (const auto& [key, value] : tracked.run.settings)
        if (key == "task") tags.put("tunedesk.task", value);
    const auto program = summary.environment.find("tunedesk");
    if (program != summary.environment.end() && program->is_object())
        tags.put("tunedesk.version", shortened(text_field(*program, "version")));
}

void write_run_meta(const fs::path& folder, const std::string& experiment, const std::string& id,
                    const TrackedRun& tracked, const RunTimes& times) {
    const int status = mlflow_status(tracked.status);
    write_file_atomically(
        folder / "meta.yaml",
        fmt::format("artifact_uri: {}\nend_time: {}\nentry_point_name: ''\nexperiment_id: '{}'\n"
                    "lifecycle_stage: active\nrun_id: {}\nrun_name: {}\nrun_uuid: {}\nsource_name: tunedesk\n"
                    "source_type: 4\nsource_version: ''\nstart_time: {}\nstatus: {}\ntags: []\nuser_id: ''\n",
                    yaml_text(file_uri(folder / "artifacts")),
                    has_ended(tracked.status) ? fmt::to_string(milliseconds(times.end)) : "null", experiment,
                    yaml_text(id), yaml_text(tracked.run.name), yaml_text(id), milliseconds(times.start),
                    status));
}

} // namespace

fs::path write_mlflow_run(const fs::path& store, const std::string& experiment, const TrackedRun& tracked) {
    const fs::path root = fs::absolute(store).lexically_normal();
    const RunTimes times = times_of(event::RunFolder{tracked.run.summary.folder});
    const std::string experiment_id = experiment_in(root, experiment);
    // The same run in two experiments is two of MLflow's.
    const std::string id = content_hash(times.identity + '\n' + experiment_id);
    const fs::path folder = root / experiment_id / id;
    write_params(folder, tracked.run);
    write_metrics(folder, tracked, times);
    write_tags(folder, tracked);
    const Entries artifacts(folder / "artifacts");
    for (const auto& [name, contents] : tracked.artifacts)
        artifacts.put(name, contents);
    write_run_meta(folder, experiment_id, id, tracked, times); // last: without it MLflow sees no run
    return folder;
}

} // namespace tunedesk::report
