// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/predict/tagged_file.h"

#include "base/error.h"
#include "base/text.h"
#include "data/files/source.h"
#include "data/tags/tag_map.h"
#include "report/predictions/predictions.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <unordered_map>

namespace tunedesk::run {

namespace {

bool is_csv(const fs::path& file) {
    try {
        return data::kind_of_name(file).format == data::Format::csv;
    } catch (const Error&) { // of another kind
        return false;
    }
}

/// The words of a row that the model has read, with what it and the file say of them.
struct ReadRow {
    std::vector<std::string> words, truth, predicted;
};

ReadRow read_row(const TaggedFile& from, std::size_t row, const PredictionServer::TaggedText& answer) {
    const PredictionServer::Text& text = from.rows.texts[row];
    ReadRow read;
    for (std::size_t i = 0; i < answer.tags.size(); ++i) {
        if (!answer.tags[i]) continue;
        const data::ByteSpan& word = text.words->at(i);
        read.words.push_back(text.text.substr(word.begin, word.end - word.begin));
        read.predicted.push_back(*answer.tags[i]);
        if (!from.tags.empty()) read.truth.push_back(from.tags[row].at(i));
    }
    return read;
}

/// Compares by names: a file may have tags that the model does not know.
class TagJudge {
public:
    TagJudge(const std::vector<std::string>& labels, const TaggedFile& from) : known_(labels.size()) {
        std::vector<std::string> names;
        const auto add = [&](const std::string& tag) {
            if (ids_.emplace(tag, static_cast<std::int32_t>(names.size())).second) names.push_back(tag);
        };
        std::ranges::for_each(labels, add);
        for (const std::vector<std::string>& row : from.tags)
            std::ranges::for_each(row, add);
        judge_.emplace(data::entity_tags(names));
    }

    void take(const ReadRow& row, FilePredictions& result) {
        const std::vector<std::int32_t> truth = ids_of(row.truth);
        judge_->add(truth, ids_of(row.predicted));
        ++result.labelled;
        result.unknown += std::ranges::any_of(
            truth, [&](std::int32_t id) { return static_cast<std::size_t>(id) >= known_; });
    }
    report::EntityReport report() const { return judge_->report(); }

private:
    std::vector<std::int32_t> ids_of(const std::vector<std::string>& tags) const {
        std::vector<std::int32_t> ids;
        for (const std::string& tag : tags)
            ids.push_back(ids_.at(tag));
        return ids;
    }

    std::size_t known_;
    std::unordered_map<std::string, std::int32_t> ids_; ///< of the model's tags, then of the file's others
    std::optional<report::EntityJudge> judge_;
};

} // namespace

Json json_of(const std::vector<PredictionServer::TaggedText::Entity>& entities) {
    Json json = Json::array();
    for (const auto& entity : entities)
        json.push_back({{"type", entity.type},
                        {"text", entity.text},
                        {"start", entity.start},
                        {"end", entity.end},
                        {"score", entity.score}});
    return json;
}

TaggedFile read_tagged(const fs::path& file, const TextColumns& columns) {
    if (is_csv(file)) return {read_texts(file, columns.text, {}), {}, false};
    data::TableSpec spec = table_spec(columns);
    spec.text_pair_column.clear();
    spec.label_optional = true;
    spec.tags = columns.tags.value_or(data::TagColumns());
    data::Table table = data::read_table(file, spec);
    if (table.has_labels()) table = data::in_iob2(table);
    TaggedFile result;
    for (const data::Table::Row& row : table.rows()) {
        const auto words = table.words_of(row);
        result.rows.texts.push_back(
            {std::string(row.text), {}, std::vector<data::ByteSpan>(words.begin(), words.end())});
        result.rows.lines.push_back(row.line);
        if (!table.has_labels()) continue;
        const std::vector<std::string_view> tags = data::tags_of(row);
        result.tags.emplace_back(tags.begin(), tags.end());
    }
    return result;
}

FilePredictions tag_rows(PredictionServer& server, const TaggedFile& from, const fs::path& to,
                         const std::function<bool()>& wanted) {
    const bool has_tags = !from.tags.empty();
    report::PredictionsWriter writer(
        to, {},
        report::PredictionsWriter::Header{
            has_tags ? "text,tags" : "text", from.has_words ? "predicted_tags" : "entities", {}, "line"});
    FilePredictions result;
    TagJudge judge(server.labels(), from);
    std::map<std::string, std::size_t> found;
    tag_all(
        server, from.rows.texts,
        [&](std::size_t i, const PredictionServer::TaggedText& answer) {
            const ReadRow row = from.has_words ? read_row(from, i, answer) : ReadRow();
            std::vector<std::string> cells{from.has_words ? fmt::format("{}", fmt::join(row.words, " "))
                                                          : from.rows.texts[i].text};
            if (has_tags) cells.push_back(fmt::format("{}", fmt::join(row.truth, " ")));
            writer.add_tags(std::vector<std::string_view>(cells.begin(), cells.end()),
                            from.has_words ? fmt::format("{}", fmt::join(row.predicted, " "))
                                           : json_of(answer.entities).dump(),
                            from.rows.lines[i]);
            ++result.rows;
            for (const auto& entity : answer.entities)
                ++found[entity.type];
            if (has_tags) judge.take(row, result);
        },
        wanted);
    if (result.rows < from.rows.texts.size()) return {};
    writer.close();
    result.classes.assign(found.begin(), found.end());
    std::ranges::stable_sort(result.classes, std::greater{}, [](const auto& each) { return each.second; });
    if (has_tags) result.entities = judge.report();
    return result;
}

} // namespace tunedesk::run
