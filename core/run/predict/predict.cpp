// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/predict/predict.h"

#include "base/error.h"
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
    const event::RunFolder run{folder};
    if (fs::is_directory(folder)) {
        if (!run.holds_run()) return folder;
        if (fs::is_directory(run.best())) return run.best();
        if (fs::is_directory(run.final_model())) return run.final_model();
        throw Error(ErrorId::run_model_missing, {}, folder.string());
    }
    throw Error(ErrorId::model_folder_missing, {}, folder.string());
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

/// A frame holds a megabyte, and no model reads so much of a text: from one of its ends, whichever its
/// tokenizer keeps. A longer text loses its middle.
std::string readable_part(const std::string& text) {
    constexpr std::size_t half = 64u << 10;
    if (text.size() <= 2 * half) return text;
    const auto in_character = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
    };
    std::size_t first = half, last = text.size() - half;
    while (first > 0 && in_character(first))
        --first;
    while (last < text.size() && in_character(last))
        ++last;
    return text.substr(0, first) + ' ' + text.substr(last);
}

} // namespace

namespace {

/// `ask` answers a part of the texts; `see` gets each answer.
template <class Ask, class See>
void ask_in_parts(const std::vector<PredictionServer::Text>& texts, const Ask& ask, const See& see,
                  const std::function<bool()>& wanted) {
    // Small requests, since a frame holds a megabyte.
    constexpr std::size_t most_texts = 32, most_bytes = 256u << 10;
    for (std::size_t begin = 0; begin < texts.size() && wanted();) {
        std::vector<PredictionServer::Text> part;
        std::size_t bytes = 0;
        for (std::size_t i = begin; i < texts.size() && part.size() < most_texts; ++i) {
            bytes += texts[i].text.size() + texts[i].pair.value_or(std::string()).size();
            if (!part.empty() && bytes > most_bytes) break;
            part.push_back(texts[i].words ? texts[i]
                                          : PredictionServer::Text{readable_part(texts[i].text), {}});
            if (texts[i].pair) part.back().pair = readable_part(*texts[i].pair);
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
