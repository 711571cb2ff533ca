// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/tracking/wandb_run.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/protobuf.h"
#include "base/text.h"
#include "event/folder/run_folder.h"
#include "report/tracking/wandb_log.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace tunedesk::report {

namespace {

using protobuf::put_bytes;
using protobuf::put_whole;

/// Field numbers of wandb_internal.proto.
namespace record_field {
constexpr std::uint32_t number = 1, history = 2, summary = 3, files = 6, run = 17, exit = 18, final = 20,
                        header = 21;
}
namespace run_field {
constexpr std::uint32_t id = 1, project = 3, config = 4, display_name = 8, notes = 9, tags = 10,
                        start_time = 17;
}

constexpr std::size_t most_key_bytes = 500, most_text_bytes = 4096;

using WandbValues = std::map<std::string, std::string>; ///< JSON by key

std::string json_text(const Json& json, int indent = -1) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// W&B reads what is not finite by the names of Python's json. YAML 1.1 takes "5e-05" for text, but not
/// "5.0e-05".
std::string number_json(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
    std::string text = shortest(value);
    const std::size_t exponent = text.find('e');
    if (exponent != text.npos && text.find('.') == text.npos) text.insert(exponent, ".0");
    return text;
}

/// A value of the preset: a number or truth value where it reads as one, else text.
std::string setting_json(const std::string& value) {
    const Json json = Json::parse(value, nullptr, false);
    if (json.is_number_float()) return number_json(json.get<double>());
    return json.is_number() || json.is_boolean() ? value : json_text(value);
}

/// A ConfigItem, SummaryItem or HistoryItem: the three have the same numbers.
void put_item(std::string& out, const std::string& key, const std::string& value_json) {
    std::string item;
    put_bytes(item, 1, shortened(key, most_key_bytes));
    put_bytes(item, 16, value_json);
    put_bytes(out, 1, item);
}

std::string items_message(const WandbValues& values) {
    std::string out;
    for (const auto& [key, value] : values)
        put_item(out, key, value);
    return out;
}

/// Numbers its records.
class WandbRecords {
public:
    void add(std::uint32_t field, const std::string& message) {
        std::string record;
        put_whole(record, record_field::number, ++count_);
        put_bytes(record, field, message);
        log_.add(record);
    }
    const std::string& bytes() const { return log_.bytes(); }

private:
    WandbLog log_;
    std::int64_t count_ = 0;
};

void check_project(const std::string& project) {
    constexpr std::size_t most_project_bytes = 128;
    const bool has_other = std::ranges::any_of(project, [](char c) {
        return static_cast<unsigned char>(c) < 32 ||
               std::string_view("/\\#?%:").find(c) != std::string_view::npos;
    });
    if (project.empty() || project.size() > most_project_bytes || has_other || find_invalid_utf8(project))
        throw Error(
            ErrorId::command_line_invalid,
            {"--experiment: W&B takes 1 to 128 bytes without any of / \\ # ? % :", "tunedesk track --help"},
            shortened(project));
}

/// Every row of the history by its step: of each metric the last value of that step.
std::map<std::int64_t, WandbValues> history_of(const TrackedRun& tracked, const RunTimes& times) {
    std::map<std::int64_t, WandbValues> rows;
    for (const MetricSeries& series : tracked.metrics.series)
        for (std::size_t i = 0; i < series.values.size(); ++i) {
            const double step = series.steps[i];
            if (!(step >= 0 && step < 9e15)) continue;
            WandbValues& row = rows[static_cast<std::int64_t>(step)];
            row[series.name] = number_json(series.values[i]);
            if (std::isfinite(series.epochs[i])) row["epoch"] = number_json(series.epochs[i]);
        }
    for (auto& [step, row] : rows) {
        const double at = times.at(static_cast<double>(step));
        row["_step"] = fmt::to_string(step);
        row["_timestamp"] = fmt::format("{:.3f}", at);
        row["_runtime"] = fmt::format("{:.3f}", std::max(0.0, at - times.start));
    }
    return rows;
}

WandbValues config_of(const TrackedRun& tracked) {
    WandbValues config;
    for (const auto& [key, value] : tracked.run.settings)
        if (!value.empty() && key != "tunedesk") config[key] = setting_json(value);
    return config;
}

WandbValues summary_of(const TrackedRun& tracked, const std::map<std::int64_t, WandbValues>& history) {
    WandbValues summary;
    for (const auto& [step, row] : history)
        for (const auto& [key, value] : row)
            summary[key] = value;
    for (const auto& [name, value] : tracked.run.summary.progress.best)
        summary["best_" + name] = number_json(value);
    for (const auto& [name, value] : figures_beside_series(tracked))
        summary[name] = number_json(value);
    summary["tunedesk_state"] = json_text(status_text(tracked.status));
    return summary;
}

std::string run_message(const std::string& id, const std::string& project, const TrackedRun& tracked,
                        const RunTimes& times, const WandbValues& config) {
    std::string run, start;
    put_bytes(run, run_field::id, id);
    put_bytes(run, run_field::project, project);
    put_bytes(run, run_field::config, items_message(config));
    put_bytes(run, run_field::display_name, shortened(tracked.run.name, most_text_bytes));
    put_bytes(run, run_field::notes, shortened(tracked.run.summary.folder.string(), most_text_bytes));
    for (const auto& [key, value] : tracked.run.settings)
        if (key == "task") put_bytes(run, run_field::tags, shortened(value));
    const double whole = std::floor(times.start);
    put_whole(start, 1, static_cast<std::int64_t>(whole));
    put_whole(start, 2, static_cast<std::int64_t>((times.start - whole) * 1e9));
    put_bytes(run, run_field::start_time, start);
    return run;
}

std::string program_version(const TrackedRun& tracked) {
    const Json& environment = tracked.run.summary.environment;
    const auto program = environment.find("tunedesk");
    const bool is_known = program != environment.end() && program->is_object();
    return is_known ? shortened(text_field(*program, "version")) : std::string();
}

/// Without the host's name and the user's, which W&B's own client adds.
Json metadata_of(const TrackedRun& tracked, const RunTimes& times) {
    const Json& environment = tracked.run.summary.environment;
    Json metadata{{"program", "tunedesk"},
                  {"root", tracked.run.summary.folder.string()},
                  {"startedAt", utc_text(times.start)}};
    if (const std::string version = program_version(tracked); !version.empty())
        metadata["tunedesk"] = version;
    if (const std::string os = text_field(environment, "os"); !os.empty()) metadata["os"] = os;
    return metadata;
}

/// The folder of an earlier call, whose run may have had no journal and so no time of its start.
fs::path folder_of_run(const fs::path& root, const std::string& id, double start) {
    std::error_code failed;
    for (fs::directory_iterator it(root, failed), end; !failed && it != end; it.increment(failed)) {
        const std::string name = it->path().filename().string();
        if (name.starts_with("offline-run-") && name.ends_with('-' + id)) return it->path();
    }
    std::string date = utc_text(start, true);
    std::ranges::replace(date, '-', '_');
    return root / fmt::format("offline-run-{}-{}", date, id);
}

std::string config_yaml(const WandbValues& config) {
    std::string text;
    for (const auto& [key, value] : config)
        text += fmt::format("{}:\n    value: {}\n", json_text(key), value);
    return text;
}

/// JSON of values that are JSON already.
std::string object_json(const WandbValues& values) {
    std::string text = "{";
    for (const auto& [key, value] : values)
        text += fmt::format("{}{}: {}", text.size() == 1 ? "" : ", ", json_text(key), value);
    return text + "}\n";
}

int exit_code_of(const event::RunStatus& status) {
    return status.exit_code.value_or(status.is(event::state::done) ? 0 : 1);
}

} // namespace

fs::path write_wandb_run(const fs::path& folder, const std::string& project, const TrackedRun& tracked) {
    check_project(project);
    const RunTimes times = times_of(event::RunFolder{tracked.run.summary.folder});
    const std::string id = content_hash(times.identity + '\n' + project).substr(0, 16);
    const fs::path run = folder_of_run(fs::absolute(folder).lexically_normal() / "wandb", id, times.start);
    const auto history = history_of(tracked, times);
    const WandbValues config = config_of(tracked), summary = summary_of(tracked, history);

    std::vector<std::pair<std::string, std::string>> files{
        {"config.yaml", config_yaml(config)},
        {"wandb-summary.json", object_json(summary)},
        {"wandb-metadata.json", json_text(metadata_of(tracked, times), 2) + '\n'}};
    files.insert(files.end(), tracked.artifacts.begin(), tracked.artifacts.end());

    WandbRecords records;
    std::string version, header, sent, exit;
    put_bytes(version, 1, "tunedesk-" + program_version(tracked));
    put_bytes(header, 1, version);
    records.add(record_field::header, header);
    records.add(record_field::run, run_message(id, project, tracked, times, config));
    for (const auto& [name, contents] : files) {
        std::string item;
        put_bytes(item, 1, name);
        put_whole(item, 2, 1); // at the end
        put_bytes(sent, 1, item);
    }
    records.add(record_field::files, sent);
    for (const auto& [step, row] : history) {
        std::string number, message = items_message(row);
        put_whole(number, 1, step);
        put_bytes(message, 2, number);
        records.add(record_field::history, message);
    }
    records.add(record_field::summary, items_message(summary));
    if (has_ended(tracked.status)) {
        put_whole(exit, 1, exit_code_of(tracked.status));
        put_whole(exit, 2, static_cast<std::int64_t>(times.end - times.start));
        records.add(record_field::exit, exit);
        records.add(record_field::final, {}); // clients without wandb-core send the exit on it
    }

    make_folders(run / "files", ErrorId::folder_not_created);
    for (const auto& [name, contents] : files)
        write_file_atomically(run / "files" / name, contents);
    write_file_atomically(run / fmt::format("run-{}.wandb", id), records.bytes());
    return run;
}

} // namespace tunedesk::report
