// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/text.h"
#include "commands.h"
#include "event/folder/run_folder.h"
#include "hub/hub_publish.h"
#include "model_download.h"
#include "output.h"
#include "program.h"
#include "report/text_table.h"
#include "run/folder/export_model.h"
#include "supervise.h"

#include <QTemporaryDir>
#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

struct PublishOptions {
    std::string source, name, model;
    bool is_private = false, is_dry = false, adapter = false, json = false;
};

[[noreturn]] void refuse_publish(const std::string& mistake) {
    throw Error(ErrorId::command_line_invalid, {mistake, "tunedesk publish --help"});
}

/// For a run, a temporary folder with its model as written by `export`; for another folder, the folder
/// itself.
class PublishedFolder {
public:
    explicit PublishedFolder(const PublishOptions& options) : folder_(folder_named(options.source).root) {
        if (!event::RunFolder{folder_}.holds_run()) {
            if (options.adapter || !options.model.empty())
                refuse_publish("--model and --adapter are for a run's folder");
            return;
        }
        const std::vector<run::RunModel> models = run::models_of_run(folder_);
        const auto found = options.model.empty()
                               ? models.begin()
                               : std::ranges::find(models, options.model, &run::RunModel::name);
        if (models.empty()) throw Error(ErrorId::run_model_missing, {}, folder_.string());
        if (found == models.end())
            refuse_publish(fmt::format("--model: the run has no \"{}\"", options.model));
        if (options.adapter && !run::has_adapters(folder_))
            refuse_publish("--adapter: the run has no adapters; they come from model.train: lora");
        const fs::path room = cache_home() / "publish";
        make_folders(room, ErrorId::folder_not_created, 0700);
        copy_ = std::make_unique<QTemporaryDir>(QString::fromStdString((room / "XXXXXX").string()));
        if (!copy_->isValid())
            throw Error(ErrorId::folder_not_created, {copy_->errorString().toStdString()}, room.string());
        const fs::path target = fs::path(copy_->path().toStdString()) / "model";
        run::export_model(folder_, *found, target,
                          options.adapter ? run::ExportForm::adapters : run::ExportForm::whole);
        folder_ = target;
    }

    const fs::path& folder() const { return folder_; }

private:
    fs::path folder_;
    std::unique_ptr<QTemporaryDir> copy_;
};

/// Called before anything is sent.
void show_files(const PublishOptions& options, const std::vector<hub::PublishedFile>& files,
                const std::string& endpoint) {
    report::TextTable table{{"file", "size"}, {}, {false, true}};
    std::uint64_t bytes = 0;
    for (const hub::PublishedFile& file : files) {
        table.rows.push_back({file.path, human_bytes(file.bytes)});
        bytes += file.bytes;
    }
    const std::string text =
        fmt::format("{}{} files, {}, as {} at {}{}\n", table.to_text(), files.size(), human_bytes(bytes),
                    options.name, endpoint, options.is_private ? ", private" : "");
    options.is_dry ? write_text(text) : write_notice(text);
}

int publish(const PublishOptions& options) {
    if (!format::is_hub_name(options.name))
        throw Error(ErrorId::hub_name_invalid, {shortened(options.name)}, "NAME");
    const PublishedFolder source(options);
    const std::vector<hub::PublishedFile> files = hub::files_to_publish(source.folder());
    const std::string endpoint = format::hub_settings().endpoint;
    if (!options.json) show_files(options, files, endpoint);
    if (options.is_dry) {
        Json list = Json::array();
        for (const hub::PublishedFile& file : files)
            list.push_back({{"path", file.path}, {"bytes", file.bytes}});
        if (options.json)
            print_json({{"name", options.name}, {"private", options.is_private}, {"files", list}});
        return 0;
    }
    hub::Published done;
    with_hub([&](hub::HubClient& client, const ShowDownload& show) {
        done = hub::publish_model(client, options.name, files, options.is_private, show);
    });
    if (options.json)
        print_json({{"name", options.name},
                    {"url", done.page},
                    {"commit", done.commit},
                    {"created", done.is_new},
                    {"sent_bytes", done.sent_bytes}},
                   -1);
    else if (done.commit.empty())
        print_text("{} has all of it already\n", done.page);
    else
        print_text("published: {} {}, {} of large files sent\n", done.page, done.commit,
                   human_bytes(done.sent_bytes));
    return 0;
}

} // namespace

void add_publish_command(CLI::App& app, Action& action) {
    const auto options = std::make_shared<PublishOptions>();
    CLI::App* command = app.add_subcommand(
        "publish", "Upload a run's model with its card to the Hugging Face hub; needs a token in HF_TOKEN");
    command->add_option("RUN", options->source, "The run's folder, or one that export has written")
        ->required();
    command->add_option("NAME", options->name, "ORG/NAME on the hub; created if missing")->required();
    command
        ->add_option("--model", options->model,
                     "best, final or a checkpoint, as step-00001000; default: the first of these that exists")
        ->type_name("NAME");
    command->add_flag("--adapter", options->adapter, "With model.train: lora, the adapters alone");
    command->add_flag("--private", options->is_private,
                      "Create a private repository, visible only to its owners");
    command->add_flag("--dry-run", options->is_dry,
                      "List what would be uploaded, without contacting the hub");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &action] { action = [options] { return publish(*options); }; });
}

} // namespace tunedesk::app
