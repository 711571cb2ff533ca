// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/text.h"
#include "commands.h"
#include "data/rows/guess.h"
#include "format/hub/hub_cache.h"
#include "hub_search_command.h"
#include "model_download.h"
#include "output.h"
#include "program.h"
#include "report/text_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <set>

namespace tunedesk::app {

namespace {

struct DataOptions {
    std::string name, revision;
    HubSearchOptions search;
    bool json = false;
};

/// The rows named on the command line, with --revision.
format::HubRows asked_rows(const DataOptions& options) {
    format::HubRows rows = format::parse_hub_rows(options.name);
    if (!options.revision.empty())
        rows.data_set.revision =
            format::parse_hub_model(options.name.substr(0, options.name.find(':')), options.revision)
                .revision;
    return rows;
}

/// Keys of a preset and their values: the splits by role, and the columns as guessed.
std::vector<std::pair<std::string, std::string>> proposed_keys(const format::HubRows& rows,
                                                               const hub::DownloadedData& data) {
    std::vector<std::pair<std::string, std::string>> keys;
    std::set<fs::path> used;
    for (const char* role : {"train", "validation", "test"})
        if (const auto file = format::file_of_rows(rows, role); file && used.insert(*file).second)
            keys.emplace_back(role, text_of(rows));
    const format::DownloadedSplit& first = data.splits.front();
    if (keys.empty())
        keys.emplace_back("train", text_of(format::HubRows{rows.data_set, format::part_name(first.part)}));
    try {
        const fs::path sample = format::file_of_rows(rows, "train").value_or(first.file);
        for (auto [key, column] : data::flags_of(data::guess_columns(sample))) {
            if (!key.ends_with("-column")) continue; // a file in the same folder
            std::ranges::replace(key, '-', '_');
            keys.emplace_back(key, column);
        }
    } catch (const Error&) { // the check of the preset reports what is wrong with the file
    }
    return keys;
}

int get_data(const DataOptions& options) {
    const format::HubRows rows = asked_rows(options);
    const hub::DownloadedData data = get_rows(rows);
    const auto keys = proposed_keys(rows, data);
    if (options.json) {
        Json splits = Json::array(), proposed = Json::object();
        for (const format::DownloadedSplit& split : data.splits)
            splits.push_back(
                {{"config", split.part.config}, {"split", split.part.split}, {"file", split.file.string()}});
        for (const auto& [key, value] : keys)
            proposed[key] = value;
        print_json({{"name", data.at_commit.name},
                    {"commit", data.at_commit.revision},
                    {"folder", data.folder.string()},
                    {"bytes", data.bytes},
                    {"splits", splits},
                    {"data", proposed}},
                   -1);
        return 0;
    }
    print_text("{} {}, {}\n", data.at_commit.name, data.at_commit.revision, human_bytes(data.bytes));
    for (const format::DownloadedSplit& split : data.splits)
        print_text("{}: {}\n", format::part_name(split.part), split.file.string());
    print_text("use it:\ndata:\n");
    for (const auto& [key, value] : keys)
        print_text("  {}: {}\n", key, value);
    return 0;
}

std::string parts_text(const format::CachedModel& data_set) {
    std::vector<std::string> names;
    for (const format::DownloadedSplit& split :
         format::downloaded_splits({data_set.name, data_set.commit, format::HubKind::data_set}))
        names.push_back(format::part_name(split.part));
    return names.empty() ? "-" : fmt::format("{}", fmt::join(names, ", "));
}

int list_data(const DataOptions& options) {
    forbid_writes();
    const format::HubCache cache(format::HubKind::data_set);
    const std::vector<format::CachedModel> data_sets = cache.models();
    Json list = Json::array();
    report::TextTable table{
        {"name", "revision", "size", "splits", "commit"}, {}, {false, false, true, false, false}};
    for (const format::CachedModel& data_set : data_sets) {
        const std::string parts = parts_text(data_set);
        list.push_back({{"name", data_set.name},
                        {"commit", data_set.commit},
                        {"revisions", data_set.refs},
                        {"bytes", data_set.bytes},
                        {"splits", parts},
                        {"folder", data_set.folder.string()}});
        table.rows.push_back({data_set.name,
                              data_set.refs.empty() ? "-" : fmt::format("{}", fmt::join(data_set.refs, ", ")),
                              human_bytes(data_set.bytes), parts, data_set.commit});
    }
    if (options.json)
        print_json(list);
    else if (data_sets.empty())
        print_text("No data sets in {}. Next: tunedesk data search WORDS\n", cache.root().string());
    else
        print_text("{}in {}\n", table.to_text(), cache.root().string());
    return 0;
}

int search_data(const DataOptions& options) {
    HubSearchOptions search = options.search;
    search.json = options.json;
    return search_hub_data_sets(search);
}

int remove_data(const DataOptions& options) {
    const format::HubModel data_set = format::parse_hub_rows(options.name).data_set;
    const format::HubCache cache(format::HubKind::data_set);
    std::uint64_t bytes = 0;
    for (const format::CachedModel& each : cache.models())
        if (each.name == data_set.name) bytes += each.bytes;
    if (!cache.remove(data_set.name)) format::require_rows_downloaded(data_set.name, cache.root().string());
    std::error_code failed; // files converted from the data set's
    fs::remove_all(format::data_set_folder(data_set).parent_path(), failed);
    if (options.json)
        print_json({{"name", data_set.name}, {"bytes", bytes}}, -1);
    else
        print_text("removed: {}, {}\n", data_set.name, human_bytes(bytes));
    return 0;
}

} // namespace

void add_data_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<DataOptions>();
    CLI::App* data =
        app.add_subcommand("data", "Search, download, list and remove data sets of the Hugging Face hub");
    data->require_subcommand(1);
    const auto add = [&](const char* name, const char* help, int (*run)(const DataOptions&)) {
        CLI::App* command = data->add_subcommand(name, help);
        command->add_flag("--json", options->json, "Print JSON");
        command->callback([options, run, &action] { action = [options, run] { return run(*options); }; });
        return command;
    };
    CLI::App* search = add("search", "Find data sets on the hub, the most downloaded first", search_data);
    add_hub_search_options(*search, options->search, "data sets");
    CLI::App* get = add("get",
                        "Download a data set's rows into the cache and propose the keys of a preset; an "
                        "interrupted download continues",
                        get_data);
    get->add_option("NAME", options->name,
                    "ORG/NAME, ORG/NAME@REVISION, and after a colon what of it: a split, a configuration, "
                    "CONFIGURATION/SPLIT or a file")
        ->required();
    get->add_option("--revision", options->revision, "Branch, tag or commit; default: main");
    add("list", "The data sets in the cache, with their splits and sizes", list_data);
    CLI::App* remove = add("remove", "Remove all revisions of a data set from the cache", remove_data);
    remove->add_option("NAME", options->name, "ORG/NAME")->required();
}

} // namespace tunedesk::app
