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

std::uint64_t count_of(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

} // namespace

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
        rows.rows.push_back(
            {name, shortened(key->type == preset::Type::path ? last_name(value) : value, longest_value)});
    }
    if (rows.rows.empty()) return;
    append(Heading{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Preset"))});
    append(
        Paragraph{say(TUNEDESK_TRANSLATABLE("ReportDocument", "All other keys have their defaults.")), true});
    append(TablePart{std::move(rows)});
}

} // namespace tunedesk::report
