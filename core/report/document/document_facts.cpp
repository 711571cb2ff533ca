// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "preset/schema/schema.h"
#include "report/document/document_parts.h"
#include "report/figures.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::report {

namespace {

constexpr std::size_t longest_sample = 600, longest_value = 300;

bool is_cost(const Figure& figure) {
    return figure.unit != Unit::share && figure.unit != Unit::number;
}

/// What environment.json has in an object, as "libtorch 2.11.0, nccl 2.27".
std::string listed_members(const Json& object, bool with_values_alone) {
    std::vector<std::string> parts;
    if (object.is_object())
        for (const auto& [name, value] : object.items()) {
            if (!value.is_string()) continue;
            const std::string text = shortened(value.get<std::string>(), longest_value);
            const std::string part = with_values_alone ? text : shortened(name) + " " + text;
            if (std::ranges::find(parts, part) == parts.end()) parts.push_back(part);
        }
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : ", ") + part;
    return shortened(text, 2000);
}

const Json& member(const Json& object, const char* name) {
    static const Json none = Json::object();
    const auto found = object.find(name);
    return found != object.end() && found->is_object() ? *found : none;
}

/// A metric's value at a step of metrics.csv.
std::optional<double> value_at(const std::vector<MetricSeries>& all, const std::string& name, double step) {
    const MetricSeries* series = find_series(all, name);
    if (!series) return std::nullopt;
    const auto found = std::ranges::find(series->steps, step);
    if (found == series->steps.end()) return std::nullopt;
    return series->values[static_cast<std::size_t>(found - series->steps.begin())];
}

std::optional<double> last_step(const std::vector<MetricSeries>& all, const char* name) {
    const MetricSeries* series = find_series(all, name);
    return series && !series->steps.empty() ? std::optional(series->steps.back()) : std::nullopt;
}

std::uint64_t count_of(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

/// Without the folders of this machine.
std::string shared_value(const preset::Key& key, const std::string& value) {
    if (!key.holds_paths()) return value;
    std::string names;
    for (const std::string_view path : split(value, ','))
        names.append(names.empty() ? "" : ",").append(last_name(std::string(path)));
    return names;
}

} // namespace

TextTable validation_sets(const ReportSources& from, const Words& words) {
    const auto& report = from.run.summary.report;
    if (!report || report->extra_validation.empty()) return {};
    std::vector<const task::Metric*> shown;
    for (const task::Metric& metric : task::task_of(report->task).metrics)
        if (task::value_of(report->extra_validation.front().second, metric.name)) shown.push_back(&metric);
    TextTable table{{words("ReportDocument", TUNEDESK_TRANSLATABLE("ReportDocument", "Set")),
                     words("ReportDocument", TUNEDESK_TRANSLATABLE("ReportDocument", "Step"))},
                    {},
                    {false, true}};
    for (const task::Metric* metric : shown) {
        table.header.push_back(words("Figure", metric->title));
        table.numeric.push_back(true);
    }
    const auto add = [&](const std::string& name, const std::string& split, double step,
                         const task::Values& tested) {
        std::vector<std::string> cells{name, fmt::format("{:.0f}", step)};
        for (const task::Metric* metric : shown) {
            std::optional<double> value = task::value_of(tested, metric->name);
            if (!value) value = value_at(from.metrics.series, split + '_' + metric->column, step);
            cells.push_back(value ? fmt::format("{:.4f}", *value) : "-");
        }
        table.rows.push_back(std::move(cells));
    };
    const auto tested = static_cast<double>(report->best_step);
    const std::string validation =
        words("ReportDocument", TUNEDESK_TRANSLATABLE("ReportDocument", "validation"));
    add(validation, "val", tested, {});
    for (const auto& [name, metrics] : report->extra_validation)
        add(shortened(name), name, tested, metrics);
    const auto last = last_step(from.metrics.series, "val_loss");
    if (!last || *last == tested) return table;
    add(validation, "val", *last, {});
    for (const auto& [name, metrics] : report->extra_validation)
        add(shortened(name), name, *last, {});
    return table;
}

TextTable DocumentParts::figure_rows(bool of_cost) const {
    TextTable rows{{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Figure")),
                    say(TUNEDESK_TRANSLATABLE("ReportDocument", "Value"))},
                   {},
                   {false, true}};
    for (const Figure& figure : figures()) {
        if (is_cost(figure) != of_cost || !figure.in_brief) continue;
        if (const auto value = figure.read(from_.run))
            rows.rows.push_back({words_("Figure", figure.title.c_str()), shown(figure, *value)});
    }
    return rows;
}

void DocumentParts::add_samples() {
    const auto& samples = from_.run.summary.progress.samples;
    if (samples.empty()) return;
    append(Heading{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Samples"))});
    TextTable rows{{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Step")),
                    say(TUNEDESK_TRANSLATABLE("ReportDocument", "Prompt")),
                    say(TUNEDESK_TRANSLATABLE("ReportDocument", "Text"))},
                   {},
                   {}};
    for (const auto& [step, texts] : samples)
        for (const event::TextSample& sample : texts)
            rows.rows.push_back({std::to_string(step), shortened(sample.prompt, longest_sample),
                                 shortened(sample.text, longest_sample)});
    append(TablePart{std::move(rows), true});
}

void DocumentParts::add_cost() {
    TextTable rows = figure_rows(true);
    if (report()) {
        const auto add = [&](const char* name, std::string value) {
            rows.rows.push_back({say(name), std::move(value)});
        };
        if (report()->epochs > 0)
            add(TUNEDESK_TRANSLATABLE("ReportDocument", "Epochs"), fmt::format("{:.4g}", report()->epochs));
        if (report()->train_tokens > 0)
            add(TUNEDESK_TRANSLATABLE("ReportDocument", "Training tokens"), grouped(report()->train_tokens));
    }
    if (rows.rows.empty()) return;
    append(Heading{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Cost"))});
    append(TablePart{std::move(rows)});
    if (!report() || !report()->memory) return;
    append(Heading{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Memory"))});
    append(TablePart{memory_table(*report()->memory)});
}

void DocumentParts::add_environment() {
    const Json& environment = from_.run.summary.environment;
    TextTable rows{{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Part")),
                    say(TUNEDESK_TRANSLATABLE("ReportDocument", "Version"))},
                   {},
                   {}};
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) rows.rows.push_back({say(name), shortened(value, 2000)});
    };
    const Json &program = member(environment, "tunedesk"), &cpu = member(environment, "cpu");
    std::string version = text_field(program, "version");
    if (const std::string commit = text_field(program, "commit"); !commit.empty())
        version += fmt::format(" ({})", commit.substr(0, 12));
    add("TuneDesk", version);
    add(TUNEDESK_TRANSLATABLE("ReportDocument", "Libraries"),
        listed_members(member(environment, "versions"), false));
    add(TUNEDESK_TRANSLATABLE("ReportDocument", "Compiler"), text_field(environment, "compiler"));
    std::string system = text_field(environment, "os");
    if (const std::string kernel = text_field(environment, "kernel"); !kernel.empty())
        system += (system.empty() ? "" : ", ") + kernel;
    add(TUNEDESK_TRANSLATABLE("ReportDocument", "System"), system);
    std::string processor = text_field(cpu, "model");
    if (const std::uint64_t cores = count_of(cpu, "usable_cores"); cores > 0)
        processor += ", " + say(TUNEDESK_TRANSLATABLE("ReportDocument", "{} cores"), {grouped(cores)});
    add(TUNEDESK_TRANSLATABLE("ReportDocument", "Processor"), processor);
    if (const std::uint64_t bytes = count_of(environment, "memory_bytes"); bytes > 0)
        add(TUNEDESK_TRANSLATABLE("ReportDocument", "Memory"), human_bytes(bytes));
    add(TUNEDESK_TRANSLATABLE("ReportDocument", "Devices"),
        listed_members(member(environment, "devices"), true));
    add(TUNEDESK_TRANSLATABLE("ReportDocument", "Hashes of the data"),
        listed_members(member(environment, "data_hashes"), false));
    if (rows.rows.empty()) return;
    append(Heading{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Environment"))});
    append(TablePart{std::move(rows)});
}

/// What the preset says otherwise than the defaults, without paths of this machine.
void DocumentParts::add_settings() {
    TextTable rows{{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Key")),
                    say(TUNEDESK_TRANSLATABLE("ReportDocument", "Value"))},
                   {},
                   {}};
    const Preset defaults;
    for (const auto& [name, value] : from_.run.settings) {
        const preset::Key* key = preset::find_key(name);
        if (!key || name == "tunedesk" || value == preset::get(defaults, *key)) continue;
        rows.rows.push_back({name, shortened(shared_value(*key, value), longest_value)});
    }
    if (rows.rows.empty()) return;
    append(Heading{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Preset"))});
    append(
        Paragraph{say(TUNEDESK_TRANSLATABLE("ReportDocument", "All other keys have their defaults.")), true});
    append(TablePart{std::move(rows)});
}

} // namespace tunedesk::report
