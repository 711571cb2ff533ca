// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/run_report.h"

#include "base/error.h"
#include "base/phrase.h"

#include <limits>

namespace tunedesk::report {

namespace {

/// Calls see(name, field) for every plain field, so that writer and reader cannot disagree.
template <class Report, class See>
void each_field(Report& report, See see) {
    see("test_loss", report.test_loss);
    see("train_tokens", report.train_tokens);
    see("train_tokens_per_second", report.train_tokens_per_second);
    see("train_seconds", report.train_seconds);
    see("test_tokens_per_second", report.test_tokens_per_second);
    see("test_windowed_rows", report.test_windowed_rows);
    see("test_windows", report.test_windows);
    see("peak_rss_bytes", report.peak_rss_bytes);
    see("peak_gpu_bytes", report.peak_gpu_bytes);
    see("steps", report.steps);
    see("best_step", report.best_step);
    see("epochs", report.epochs);
    see("parameters", report.parameters);
    see("trainable", report.trainable);
    see("loss_scale", report.loss_scale);
    see("loss_scale_skips", report.loss_scale_skips);
    see("static_graph_shapes", report.static_graph_shapes);
    see("static_graph_warmup_seconds", report.static_graph_warmup_seconds);
    see("static_graph_capture_seconds", report.static_graph_capture_seconds);
    see("monitor", report.monitor);
    see("monitor_value", report.monitor_value);
}

template <class T>
void put(Json& json, const char* name, const T& value) {
    json[name] = value;
}
template <class T>
void put(Json& json, const char* name, const std::optional<T>& value) {
    if (value) json[name] = *value;
}

void take(const Json& value, double& into) {
    if (value.is_number()) into = value.get<double>();
}
void take(const Json& value, std::int64_t& into) {
    if (value.is_number_integer()) into = value.get<std::int64_t>();
}
void take(const Json& value, std::uint64_t& into) {
    if (value.is_number_unsigned()) into = value.get<std::uint64_t>();
}
void take(const Json& value, std::string& into) {
    if (value.is_string()) into = value.get<std::string>();
}
void take(const Json& value, std::optional<double>& into) {
    if (value.is_number()) into = value.get<double>();
}

void take(const Json& value, std::optional<std::int64_t>& into) {
    if (value.is_number_integer()) into = value.get<std::int64_t>();
}

ClassScores parse_scores(const Json& json) {
    ClassScores scores;
    if (!json.is_object()) return scores;
    const auto field = [&](const char* name, auto& into) {
        if (const auto found = json.find(name); found != json.end()) take(*found, into);
    };
    field("precision", scores.precision);
    field("recall", scores.recall);
    field("f1-score", scores.f1);
    field("support", scores.support);
    const auto f1 = json.find("f1-score");
    scores.occurs = f1 == json.end() || !f1->is_null();
    return scores;
}

std::optional<ClassificationReport> parse_classification(const Json& json) {
    const auto accuracy = json.find("accuracy");
    if (accuracy == json.end() || !accuracy->is_number()) return std::nullopt;
    ClassificationReport report;
    report.accuracy = accuracy->get<double>();
    if (const auto macro = json.find("macro_avg"); macro != json.end()) report.macro = parse_scores(*macro);
    if (const auto mean = json.find("weighted_avg"); mean != json.end())
        report.weighted = parse_scores(*mean);
    if (const auto classes = json.find("per_class"); classes != json.end() && classes->is_object())
        for (const auto& [name, scores] : classes->items()) {
            report.names.push_back(name);
            report.classes.push_back(parse_scores(scores));
        }
    report.total = report.weighted.support;
    return report;
}

Json values_json(const task::Values& values) {
    Json json = Json::object();
    for (const auto& [name, value] : values)
        json[name] = value;
    return json;
}

/// The task's metrics alone, in its order; null is NaN.
task::Values parse_values(const Json& json, task::Kind kind) {
    task::Values values;
    if (!json.is_object()) return values;
    for (const task::Metric& metric : task::task_of(kind).metrics) {
        const auto found = json.find(metric.name);
        if (found == json.end() || (!found->is_number() && !found->is_null())) continue;
        values.emplace_back(metric.name, found->is_null() ? std::numeric_limits<double>::quiet_NaN()
                                                          : found->get<double>());
    }
    return values;
}

/// Whether the object has any of what to_json() writes: reports of early versions lack the task and more.
bool has_figures(const Json& json, RunReport& report) {
    bool any = json.contains("task") || json.contains("accuracy") || json.contains("metrics");
    each_field(report, [&](const char* name, auto&) { any = any || json.contains(name); });
    return any;
}

} // namespace

Json to_json(const RunReport& report) {
    Json json = report.classification ? to_json(*report.classification) : Json::object();
    json["task"] = task::task_of(report.task).name;
    if (!report.metrics.empty()) json["metrics"] = values_json(report.metrics);
    for (const auto& [name, metrics] : report.extra_validation)
        json["extra_validation"].push_back({{"name", name}, {"metrics", values_json(metrics)}});
    if (report.multi_label) json["multi_label"] = to_json(*report.multi_label);
    if (report.entities) json["entities"] = to_json(*report.entities);
    each_field(report, [&](const char* name, const auto& value) { put(json, name, value); });
    if (!report.lost_best.empty()) json["lost_best"] = report.lost_best;
    if (report.memory) json["memory"] = to_json(*report.memory);
    return json;
}

void write_report_json(const fs::path& path, const RunReport& report) {
    write_private_file(path, to_json(report).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

RunReport parse_report_json(std::string_view text, const std::string& where) {
    const Json json = parse_json(text, where, ErrorId::run_file_unreadable);
    if (!json.is_object())
        throw Error(ErrorId::run_file_unreadable, {TUNEDESK_TRANSLATABLE("ErrorDetail", "not a JSON object")},
                    where);
    RunReport report;
    if (!has_figures(json, report))
        throw Error(ErrorId::run_file_unreadable,
                    {TUNEDESK_TRANSLATABLE("ErrorDetail", "it has none of a report's figures")}, where);
    report.task = task::kind_named(text_field(json, "task")).value_or(report.task);
    report.classification = parse_classification(json);
    if (const auto metrics = json.find("metrics"); metrics != json.end())
        report.metrics = parse_values(*metrics, report.task);
    if (const auto sets = json.find("extra_validation"); sets != json.end() && sets->is_array())
        for (const Json& set : *sets)
            if (set.is_object() && set.contains("metrics"))
                report.extra_validation.emplace_back(text_field(set, "name"),
                                                     parse_values(set["metrics"], report.task));
    each_field(report, [&](const char* name, auto& into) {
        if (const auto found = json.find(name); found != json.end()) take(*found, into);
    });
    if (const auto labels = json.find("multi_label"); labels != json.end())
        report.multi_label = multi_label_report_of(*labels);
    if (const auto entities = json.find("entities"); entities != json.end())
        report.entities = entity_report_of(*entities);
    report.lost_best = text_field(json, "lost_best");
    if (const auto memory = json.find("memory"); memory != json.end())
        report.memory = parse_memory_figures(*memory);
    return report;
}

} // namespace tunedesk::report
