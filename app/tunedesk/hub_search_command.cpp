// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub_search_command.h"

#include "base/text.h"
#include "hub/hub_search.h"
#include "model_download.h"
#include "output.h"
#include "report/text_table.h"

#include <QCoreApplication>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tunedesk::app {

namespace {

std::string text_or_dash(const std::string& text) {
    return text.empty() ? "-" : text;
}

std::string bytes_or_dash(std::uint64_t bytes) {
    return bytes == 0 ? "-" : human_bytes(bytes);
}

/// Whether this version supports the result; `kind` is its type or format.
std::string verdict_on(const hub::HubSummary& found, bool is_supported, const std::string& kind) {
    if (!is_supported) return "no: " + (kind.empty() ? "unknown type" : kind);
    return found.is_gated ? "gated" : "yes";
}

Json to_json(const hub::HubModelSummary& model) {
    return {{"name", model.name},
            {"task", model.task},
            {"model_type", model.model_type},
            {"license", model.license},
            {"downloads", model.downloads},
            {"likes", model.likes},
            {"parameters", model.parameters},
            {"weight_bytes", model.bytes},
            {"gated", model.is_gated},
            {"supported", model.is_supported}};
}

Json to_json(const hub::HubDataSummary& data_set) {
    return {{"name", data_set.name},       {"tasks", data_set.tasks},
            {"rows", data_set.rows},       {"format", data_set.format},
            {"license", data_set.license}, {"downloads", data_set.downloads},
            {"likes", data_set.likes},     {"bytes", data_set.bytes},
            {"gated", data_set.is_gated},  {"supported", data_set.is_supported}};
}

std::vector<std::string> cells_of(const hub::HubModelSummary& model) {
    return {model.name,
            verdict_on(model, model.is_supported, model.model_type),
            grouped(static_cast<std::uint64_t>(model.downloads)),
            grouped(static_cast<std::uint64_t>(model.likes)),
            model.parameters == 0 ? "-" : grouped(model.parameters),
            bytes_or_dash(model.bytes),
            text_or_dash(model.license)};
}

std::vector<std::string> cells_of(const hub::HubDataSummary& data_set) {
    return {data_set.name,
            verdict_on(data_set, data_set.is_supported, data_set.format),
            grouped(static_cast<std::uint64_t>(data_set.downloads)),
            grouped(static_cast<std::uint64_t>(data_set.likes)),
            text_or_dash(data_set.rows),
            bytes_or_dash(data_set.bytes),
            text_or_dash(data_set.tasks),
            text_or_dash(data_set.license)};
}

template <typename Found>
int print_found(const HubSearchOptions& options,
                std::vector<Found> (*search)(hub::HubClient&, const std::string&, int),
                report::TextTable table, const char* none) {
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments);
    hub::HubClient client = hub_client();
    const std::vector<Found> found =
        search(client, fmt::format("{}", fmt::join(options.words, " ")), options.limit);
    if (options.json) {
        Json list = Json::array();
        for (const Found& each : found)
            list.push_back(to_json(each));
        print_json(list);
        return 0;
    }
    for (const Found& each : found)
        table.rows.push_back(cells_of(each));
    write_text(found.empty() ? none : table.to_text());
    return 0;
}

} // namespace

void add_hub_search_options(CLI::App& command, HubSearchOptions& options, const std::string& things) {
    command.add_option("WORDS", options.words, "Words of the name")->required();
    command.add_option("--limit", options.limit, "How many " + things + " at most")
        ->check(CLI::Range(1, 100));
}

int search_hub_models(const HubSearchOptions& options) {
    return print_found(options, hub::search_models,
                       {{"name", "runs here", "downloads", "likes", "parameters", "weights", "license"},
                        {},
                        {false, false, true, true, true, true, false}},
                       "No models found.\n");
}

int search_hub_data_sets(const HubSearchOptions& options) {
    return print_found(options, hub::search_data_sets,
                       {{"name", "readable", "downloads", "likes", "rows", "size", "tasks", "license"},
                        {},
                        {false, false, true, true, true, true, false, false}},
                       "No data sets found.\n");
}

} // namespace tunedesk::app
