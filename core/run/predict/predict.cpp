// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/predict/predict.h"

#include "base/error.h"
#include "base/files/unreadable.h"
#include "base/json_object.h"
#include "data/rows/table.h"
#include "event/folder/run_folder.h"
#include "format/hub/hub_cache.h"
#include "plan/data_specs.h"
#include "plan/model_folder.h"
#include "preset/yaml/load.h"

namespace tunedesk::run {

fs::path model_of(const fs::path& run_or_model) {
    const fs::path folder = format::named_folder(run_or_model.string());
    require_not_hidden(ErrorId::model_folder_unreadable, folder);
    std::error_code unknown;
    if (!fs::is_directory(folder, unknown)) throw Error(ErrorId::model_folder_missing, {}, folder.string());
    const event::RunFolder run{folder};
    if (!run.holds_run()) return folder;
    for (const fs::path& model : {run.best(), run.final_model()}) {
        require_not_hidden(ErrorId::model_folder_unreadable, model);
        if (fs::is_directory(model, unknown)) return model;
    }
    throw Error(ErrorId::run_model_missing, {}, folder.string());
}

task::Target target_of(const fs::path& run_or_model) {
    const event::RunFolder run{run_or_model};
    if (!run.holds_run()) return task::Target::one_class;
    return task::task_of(preset::load_draft(run.preset()).loaded.preset.task).target;
}

fs::path base_of(const fs::path& run) {
    const Preset preset = preset::load_draft(event::RunFolder{run}.preset()).loaded.preset;
    if (!plan::is_pretrained(preset)) return {};
    const fs::path folder = plan::known_model_folder(preset);
    std::error_code unknown;
    return fs::exists(folder / "config.json", unknown) || fs::exists(folder / "adapter_config.json", unknown)
               ? folder
               : fs::path();
}

TextColumns columns_of(const fs::path& run_or_model) {
    const event::RunFolder run{run_or_model};
    if (!run.holds_run()) return {};
    const Preset preset = preset::load_draft(run.preset()).loaded.preset;
    if (task::task_of(preset.task).is_of_images())
        return {preset.data.image_column, {}, preset.data.label_column, {}, true};
    TextColumns columns{preset.data.text_column, preset.data.text_pair_column, preset.data.label_column,
                        preset.data.label_separator};
    columns.tags = plan::table_spec(preset, true).tags;
    columns.compares = task::task_of(preset.task).embeds();
    if (columns.compares) columns.label = preset.data.score_column;
    return columns;
}

data::TableSpec table_spec(const TextColumns& columns) {
    data::TableSpec spec;
    spec.text_column = columns.text;
    spec.text_pair_column = columns.pair;
    spec.label_column = columns.label;
    return spec;
}

Json by_label(const std::vector<std::string>& labels, const std::vector<double>& probabilities) {
    Json json = Json::object();
    for (std::size_t i = 0; i < labels.size(); ++i)
        append_member(json, labels[i], probabilities[i]);
    return json;
}

void resolve_paths(TextFile& texts, const fs::path& file) {
    for (PredictionServer::Text& text : texts.texts)
        text.text = (file.parent_path() / text.text).string();
}

TextFile read_texts(const fs::path& file, const std::string& column, const std::string& pair_column) {
    const data::Table table = data::read_table(file, table_spec({column, pair_column, {}}));
    TextFile result;
    for (const data::Table::Row& row : table.rows()) {
        result.texts.push_back({std::string(row.text), {}});
        if (!pair_column.empty()) result.texts.back().pair = std::string(row.pair);
        result.lines.push_back(row.line);
    }
    return result;
}

namespace {

/// `ask` answers a part of the texts; `see` gets each answer.
template <class Ask, class See>
void ask_in_parts(const std::vector<PredictionServer::Text>& texts, const Ask& ask, const See& see,
                  const std::function<bool()>& wanted) {
    // Small requests: answers come soon, and a text alone may be as long as a message (event/socket).
    constexpr std::size_t most_texts = 32, most_bytes = 256u << 10;
    for (std::size_t begin = 0; begin < texts.size() && wanted();) {
        std::vector<PredictionServer::Text> part;
        std::size_t bytes = 0;
        for (std::size_t i = begin; i < texts.size() && part.size() < most_texts; ++i) {
            bytes += texts[i].text.size() + texts[i].pair.value_or(std::string()).size();
            if (!part.empty() && bytes > most_bytes) break;
            part.push_back(texts[i]);
        }
        const auto answers = ask(part);
        for (std::size_t i = 0; i < part.size(); ++i)
            see(begin + i, answers.at(i));
        begin += part.size();
    }
}

} // namespace

void predict_all(PredictionServer& server, const std::vector<PredictionServer::Text>& texts,
                 const std::function<void(std::size_t, const std::vector<double>&)>& see,
                 const std::function<bool()>& wanted) {
    ask_in_parts(
        texts, [&](const auto& part) { return server.predict(part); }, see, wanted);
}

void tag_all(PredictionServer& server, const std::vector<PredictionServer::Text>& texts,
             const std::function<void(std::size_t, const PredictionServer::TaggedText&)>& see,
             const std::function<bool()>& wanted) {
    ask_in_parts(
        texts, [&](const auto& part) { return server.tag(part); }, see, wanted);
}

void embed_all(PredictionServer& server, const std::vector<PredictionServer::Text>& texts,
               const std::function<void(std::size_t, const PredictionServer::EmbeddedText&)>& see,
               const std::function<bool()>& wanted) {
    ask_in_parts(
        texts, [&](const auto& part) { return server.embed(part); }, see, wanted);
}

} // namespace tunedesk::run
