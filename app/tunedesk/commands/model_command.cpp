// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/text.h"
#include "commands.h"
#include "format/hub/hub_cache.h"
#include "hub_search_command.h"
#include "model_download.h"
#include "output.h"
#include "program.h"
#include "report/text_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace tunedesk::app {

namespace {

struct ModelOptions {
    std::string name, revision;
    HubSearchOptions search;
    bool json = false;
};

std::string or_dash(const std::string& text) {
    return text.empty() ? "-" : text;
}

int search_hub(const ModelOptions& options) {
    HubSearchOptions search = options.search;
    search.json = options.json;
    return search_hub_models(search);
}

int get_named_model(const ModelOptions& options) {
    const format::HubModel model = format::parse_hub_model(options.name, options.revision);
    const fs::path folder = get_model(model);
    if (options.json)
        print_json(
            {{"name", model.name}, {"commit", folder.filename().string()}, {"folder", folder.string()}}, -1);
    else
        print_text("{} {}\nfolder: {}\nuse it: model.path: {}\n", model.name, folder.filename().string(),
                   folder.string(), model.name);
    return 0;
}

Json to_json(const format::CachedModel& model) {
    return {{"name", model.name},   {"commit", model.commit},     {"revisions", model.refs},
            {"bytes", model.bytes}, {"complete", model.is_whole}, {"folder", model.folder.string()}};
}

int list_cached(const ModelOptions& options) {
    forbid_writes();
    const format::HubCache cache;
    const std::vector<format::CachedModel> models = cache.models();
    if (options.json) {
        Json list = Json::array();
        for (const format::CachedModel& model : models)
            list.push_back(to_json(model));
        print_json(list);
        return 0;
    }
    report::TextTable table{
        {"name", "revision", "size", "state", "commit"}, {}, {false, false, true, false, false}};
    for (const format::CachedModel& model : models)
        table.rows.push_back({model.name, or_dash(fmt::format("{}", fmt::join(model.refs, ", "))),
                              human_bytes(model.bytes), model.is_whole ? "complete" : "incomplete",
                              model.commit});
    if (models.empty())
        print_text("No models in {}. Next: tunedesk model search WORDS\n", cache.root().string());
    else
        print_text("{}in {}\n", table.to_text(), cache.root().string());
    return 0;
}

int remove_cached(const ModelOptions& options) {
    const format::HubModel model = format::parse_hub_model(options.name);
    const format::HubCache cache;
    std::uint64_t bytes = 0;
    for (const format::CachedModel& each : cache.models())
        if (each.name == model.name) bytes += each.bytes;
    if (!cache.remove(model.name))
        throw Error(ErrorId::hub_model_not_downloaded, {model.name, model.name}, cache.root().string());
    if (options.json)
        print_json({{"name", model.name}, {"bytes", bytes}}, -1);
    else
        print_text("removed: {}, {}\n", model.name, human_bytes(bytes));
    return 0;
}

} // namespace

void add_model_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<ModelOptions>();
    CLI::App* model =
        app.add_subcommand("model", "Search, download, list and remove models of the Hugging Face hub");
    model->require_subcommand(1);
    const auto add = [&](const char* name, const char* help, int (*run)(const ModelOptions&)) {
        CLI::App* command = model->add_subcommand(name, help);
        command->add_flag("--json", options->json, "Print JSON");
        command->callback([options, run, &action] { action = [options, run] { return run(*options); }; });
        return command;
    };
    CLI::App* search = add(
        "search", "Find models with safetensors weights on the hub, the most downloaded first", search_hub);
    add_hub_search_options(*search, options->search, "models");
    CLI::App* get =
        add("get", "Download a model into the cache; an interrupted download continues", get_named_model);
    get->add_option("NAME", options->name, "ORG/NAME or ORG/NAME@REVISION")->required();
    get->add_option("--revision", options->revision, "Branch, tag or commit; default: main");
    add("list", "The models in the cache, with their revisions and sizes", list_cached);
    CLI::App* remove = add("remove", "Remove all revisions of a model from the cache", remove_cached);
    remove->add_option("NAME", options->name, "ORG/NAME")->required();
}

} // namespace tunedesk::app
