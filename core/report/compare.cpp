// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/compare.h"

#include "base/text.h"
#include "event/run_status.h"
#include "report/figures.h"
#include "report/published_table.h"
#include "report/settings/varying_settings.h"
#include "report/state_table.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace tunedesk::report {

namespace {

/// Entries of environment.json that differ between any two runs and explain nothing.
bool says_nothing(std::string_view key) {
    const std::size_t dot = key.rfind('.');
    const std::string_view last = dot == std::string_view::npos ? key : key.substr(dot + 1);
    for (const std::string_view name :
         {"pid", "pids", "time", "started", "created", "run", "run_folder", "folder", "command", "port"})
        if (last == name) return true;
    return false;
}

void flatten(const Json& json, const std::string& prefix, Settings& into) {
    if (json.is_object()) {
        for (const auto& [key, value] : json.items())
            flatten(value, prefix.empty() ? key : prefix + "." + key, into);
    } else if (!prefix.empty() && !says_nothing(prefix)) {
        into.emplace_back(prefix, json.is_string()
                                      ? json.get<std::string>()
                                      : json.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
}

/// A row a key whose values are not the same in all runs.
std::vector<std::vector<std::string>> differing(const std::vector<Settings>& runs,
                                                const std::vector<bool>& partial) {
    std::vector<const Settings*> all;
    for (const Settings& run : runs)
        all.push_back(&run);
    std::vector<std::vector<std::string>> rows;
    for (const VaryingSetting& setting : varying_settings(all, partial)) {
        rows.push_back({setting.key});
        for (const std::optional<std::string>& value : setting.values)
            rows.back().push_back(!value ? "-" : value->empty() ? "(empty)" : *value);
    }
    return rows;
}

std::vector<std::string> run_names(std::span<const ComparedRun> runs) {
    std::map<std::string, int> uses;
    for (const ComparedRun& run : runs)
        ++uses[run.summary.folder_name()];
    std::vector<std::string> names;
    for (const ComparedRun& run : runs) {
        const std::string name = run.summary.folder_name();
        names.push_back(uses[name] > 1 ? run.summary.folder.string() : name);
    }
    return names;
}

/// The metrics of the test rows that some of the runs have; without any, those of classes.
std::vector<const Figure*> scores_of(std::span<const ComparedRun> runs) {
    std::vector<const Figure*> all, known;
    for (const task::Task& task : task::tasks())
        for (const task::Metric& metric : task.metrics)
            if (const Figure* figure = find_figure(metric.name);
                figure && std::ranges::count(all, figure) == 0)
                all.push_back(figure);
    for (const Figure* figure : all)
        if (std::ranges::any_of(runs, [&](const ComparedRun& run) {
                return run.summary.report && figure->read(run).has_value();
            }))
            known.push_back(figure);
    return known.empty() ? std::vector{find_figure("accuracy"), find_figure("macro_f1")} : known;
}

/// "accuracy", "macro F1", "MSE": a short title of a column.
std::string score_title(const Figure& figure) {
    if (figure.key == "macro_f1") return "macro F1";
    if (figure.key == "mse" || figure.key == "mae") return figure.key == "mse" ? "MSE" : "MAE";
    return figure.key == "r2" ? "R²" : figure.key;
}

std::vector<std::string> figure_cells(const std::string& name, const ComparedRun& compared,
                                      const std::vector<const Figure*>& scores) {
    const RunSummary& run = compared.summary;
    std::vector<std::string> cells = {name, run.exit ? status_text(event::ended_status(run.exit->code))
                                                     : "no end recorded"};
    for (const Figure* figure : scores) {
        const auto value = run.report ? figure->read(compared) : std::nullopt;
        cells.push_back(value ? fmt::format("{:.4f}", *value) : "-");
    }
    const auto add = [&](std::string text) { cells.push_back(text.empty() ? "-" : std::move(text)); };
    const RunReport report = run.report.value_or(RunReport());
    add(report.test_loss ? fmt::format("{:.4f}", *report.test_loss) : "");
    add(run.report ? human_duration(report.train_seconds) : "");
    add(run.report ? grouped(static_cast<std::uint64_t>(std::max(0.0, report.train_tokens_per_second))) : "");
    add(run.report ? human_bytes(report.peak_rss_bytes) : "");
    add(report.peak_gpu_bytes > 0 ? human_bytes(report.peak_gpu_bytes) : "");
    const std::int64_t steps = run.report ? report.steps : run.progress.step;
    add(run.report || steps > 0 ? grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(0, steps))) : "");
    return cells;
}

std::vector<std::string> data_cells(const std::string& name, const ComparedRun& run) {
    const std::optional<RunReport>& report = run.summary.report;
    std::vector<std::string> cells = {name, run.name, run.summary.folder.string(),
                                      run.summary.exit ? std::to_string(run.summary.exit->code) : ""};
    const auto figure = [&](auto read) { cells.push_back(report ? read(*report) : std::string()); };
    const auto score = [&](auto read) {
        figure([&](const RunReport& r) { return r.classification ? shortest(read(*r.classification)) : ""; });
    };
    score([](const ClassificationReport& c) { return c.accuracy; });
    score([](const ClassificationReport& c) { return c.macro.f1; });
    score([](const ClassificationReport& c) { return c.weighted.f1; });
    figure([](const RunReport& r) { return r.test_loss ? shortest(*r.test_loss) : std::string(); });
    figure([](const RunReport& r) { return shortest(r.train_seconds); });
    figure([](const RunReport& r) { return shortest(r.train_tokens_per_second); });
    figure([](const RunReport& r) { return std::to_string(r.train_tokens); });
    figure([](const RunReport& r) { return std::to_string(r.peak_rss_bytes); });
    figure([](const RunReport& r) { return std::to_string(r.peak_gpu_bytes); });
    figure([](const RunReport& r) { return std::to_string(r.steps); });
    figure([](const RunReport& r) { return std::to_string(r.best_step); });
    figure([](const RunReport& r) { return shortest(r.epochs); });
    figure([](const RunReport& r) { return std::to_string(r.parameters); });
    figure([](const RunReport& r) { return std::to_string(r.trainable); });
    for (std::size_t part = 0; part < memory_parts.size(); ++part)
        figure([&](const RunReport& r) { return r.memory ? std::to_string(r.memory->parts[part]) : ""; });
    figure([](const RunReport& r) { return r.memory ? std::to_string(sum(r.memory->phases[0])) : ""; });
    return cells;
}

/// compare.csv: the published figures unrounded, where a run names any.
void add_published_data(TextTable& data, std::span<const ComparedRun> runs) {
    for (const char* name : {"published_accuracy", "published_train_seconds", "published_peak_memory_bytes",
                             "published_hardware"})
        data.header.emplace_back(name);
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const Published* entry = published_of(runs[r]);
        const auto number = [&](std::optional<double> value) { return value ? shortest(*value) : ""; };
        data.rows[r].insert(data.rows[r].end(),
                            {entry ? number(entry->accuracy) : "", entry ? number(entry->train_seconds) : "",
                             entry ? number(entry->peak_memory_bytes) : "", entry ? entry->hardware : ""});
    }
}

/// compare.csv: the metrics that are no column of every such file, unrounded.
void add_score_data(TextTable& data, std::span<const ComparedRun> runs,
                    const std::vector<const Figure*>& scores) {
    for (const Figure* figure : scores) {
        if (std::ranges::count(data.header, figure->key) > 0) continue;
        data.header.push_back(figure->key);
        for (std::size_t r = 0; r < runs.size(); ++r) {
            const auto value = figure->read(runs[r]);
            data.rows[r].push_back(value ? shortest(*value) : "");
        }
    }
}

TextTable memory_table_of(std::span<const ComparedRun> runs, const std::vector<std::string>& names) {
    std::vector<MeasuredRun> measured;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const std::optional<RunReport>& report = runs[r].summary.report;
        if (!report || !report->memory) continue;
        measured.push_back({names[r], &*report->memory, report->peak_gpu_bytes ? 0 : report->peak_rss_bytes});
    }
    return memory_of_runs(measured);
}

/// What stands between the figures and the differences, in every form of a comparison.
std::array<std::pair<const char*, const TextTable*>, 4> parts_of(const Comparison& comparison) {
    return {{{published_title, &comparison.published},
             {"Peak memory by part", &comparison.memory},
             {state_title, &comparison.state},
             {settings_title, &comparison.settings}}};
}

constexpr const char* nothing_differs = "Nothing differs in presets and environments.\n";

const std::vector<std::string> data_header = {
    "run",          "name",           "folder",         "exit_code",     "accuracy",
    "macro_f1",     "weighted_f1",    "test_loss",      "train_seconds", "train_tokens_per_second",
    "train_tokens", "peak_rss_bytes", "peak_gpu_bytes", "steps",         "best_step",
    "epochs",       "parameters",     "trainable"};

} // namespace

Comparison compare(std::span<const ComparedRun> runs) {
    const std::vector<std::string> names = run_names(runs);
    std::vector<Settings> presets, environments;
    std::vector<bool> partial;
    for (const ComparedRun& run : runs) {
        partial.push_back(run.is_partial);
        presets.emplace_back();
        for (const auto& setting : run.settings)
            if (setting.first != "name") presets.back().push_back(setting);
        environments.emplace_back();
        flatten(run.summary.environment, "", environments.back());
    }
    auto differences = differing(presets, partial);
    for (auto& row : differing(environments, partial)) {
        row[0] = "environment: " + row[0];
        differences.push_back(std::move(row));
    }

    Comparison result;
    const std::vector<const Figure*> scores = scores_of(runs);
    result.figures.header = {"run", "state"};
    for (const Figure* figure : scores)
        result.figures.header.push_back(score_title(*figure));
    for (const char* title : {"test loss", "training", "tokens/s", "memory", "GPU memory", "steps"})
        result.figures.header.emplace_back(title);
    result.figures.numeric.assign(result.figures.header.size(), true);
    result.figures.numeric[0] = result.figures.numeric[1] = false;
    result.differences.header = {"what differs"};
    result.differences.header.insert(result.differences.header.end(), names.begin(), names.end());
    result.differences.rows = differences;
    result.data.header = data_header;
    for (const char* part : memory_parts)
        result.data.header.push_back(std::string(part).append("_bytes"));
    result.data.header.emplace_back("loading_bytes");
    for (const auto& row : differences)
        result.data.header.push_back(row[0]);
    for (std::size_t r = 0; r < runs.size(); ++r) {
        result.figures.rows.push_back(figure_cells(names[r], runs[r], scores));
        result.data.rows.push_back(data_cells(names[r], runs[r]));
        for (const auto& row : differences)
            result.data.rows.back().push_back(row[r + 1]);
    }
    add_score_data(result.data, runs, scores);
    result.memory = memory_table_of(runs, names);
    result.state = state_table(runs, names);
    result.published = published_table(runs, names);
    if (!result.published.rows.empty()) add_published_data(result.data, runs);
    result.settings = settings_table(runs);
    result.settings_data = settings_data(runs);
    return result;
}

std::string to_text(const Comparison& comparison) {
    std::string text = comparison.figures.to_text() + "\n";
    for (const auto& [title, table] : parts_of(comparison))
        if (!table->rows.empty()) text += std::string(title) + "\n" + table->to_text() + "\n";
    if (comparison.differences.rows.empty()) return text + nothing_differs;
    return text + comparison.differences.to_text();
}

std::string to_markdown(const Comparison& comparison) {
    std::string text = "# Comparison of runs\n\n" + comparison.figures.to_markdown();
    for (const auto& [title, table] : parts_of(comparison))
        if (!table->rows.empty()) text += fmt::format("\n## {}\n\n{}", title, table->to_markdown());
    text += "\n## What differs\n\n";
    if (comparison.differences.rows.empty()) return text + nothing_differs;
    return text + comparison.differences.to_markdown();
}

std::string to_csv(const Comparison& comparison) {
    return comparison.data.to_csv();
}

} // namespace tunedesk::report
