// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/predict/prediction_file.h"

#include "base/error.h"
#include "base/text.h"
#include "data/rows/first_rows.h"
#include "data/rows/flag_columns.h"
#include "data/rows/label_sets.h"
#include "data/rows/numbers.h"
#include "data/rows/table.h"
#include "report/predictions/predictions.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>

namespace tunedesk::run {

namespace {

constexpr std::size_t most_columns = 256;

/// The reader gives one column beside the text at a time, by line. Rows without a value are left empty.
std::vector<std::string> column_of(const fs::path& file, const std::string& text, const std::string& column,
                                   const std::unordered_map<std::uint64_t, std::size_t>& row_of_line) {
    std::vector<std::string> cells(row_of_line.size());
    data::TableSpec spec = table_spec({text, {}, column});
    spec.label_lists = column.find(',') == std::string::npos; // arrays are cells too
    spec.skip_bad_rows = true;                                // a row that has no such value
    try {
        const data::Table table = data::read_table(file, spec);
        for (const data::Table::Row& row : table.rows())
            if (const auto at = row_of_line.find(row.line); at != row_of_line.end())
                cells[at->second] = std::string(row.label);
    } catch (const Error&) {
        // No row has a value there, or none that is a text or a number.
    }
    return cells;
}

/// The columns that `label` names with commas between them; none where one of them is not there.
std::vector<std::size_t> flag_columns(const std::vector<std::string>& columns, const std::string& label) {
    data::TableSpec spec;
    spec.label_column = label;
    spec.label_lists = true;
    const data::FlagColumns flags(spec);
    std::vector<std::size_t> found;
    for (const std::string& name : flags.names()) {
        const auto at = std::ranges::find(columns, name);
        if (at == columns.end()) return {};
        found.push_back(static_cast<std::size_t>(at - columns.begin()));
    }
    return found;
}

/// Class of each label: by name, else by number where all are numbers of classes. -1: none of the model's.
std::map<std::string, int> classes_of(const std::vector<std::string>& labels,
                                      const std::vector<std::string>& names) {
    std::map<std::string, int> by_name, by_number, classes;
    for (std::size_t i = 0; i < names.size(); ++i) {
        by_name.emplace(names[i], static_cast<int>(i));
        by_number.emplace(std::to_string(i), static_cast<int>(i));
    }
    const auto is_in = [&](const std::map<std::string, int>& known) {
        return [&](const std::string& label) { return label.empty() || known.contains(label); };
    };
    const bool has_name =
        std::ranges::any_of(labels, [&](const auto& each) { return by_name.contains(each); });
    const auto& known = !has_name && std::ranges::all_of(labels, is_in(by_number)) ? by_number : by_name;
    for (const std::string& label : labels) {
        const auto found = known.find(label);
        classes.emplace(label, found == known.end() ? -1 : found->second);
    }
    return classes;
}

} // namespace

RowFile read_rows(const fs::path& file, const TextColumns& columns) {
    RowFile result;
    result.rows = read_texts(file, columns.text, columns.pair);
    std::unordered_map<std::uint64_t, std::size_t> row_of_line;
    for (std::size_t i = 0; i < result.rows.lines.size(); ++i)
        row_of_line.emplace(result.rows.lines[i], i);
    result.columns = data::read_first_rows(file, 100).columns;
    if (result.columns.size() > most_columns) result.columns.resize(most_columns);
    for (std::size_t i = 0; i < result.columns.size(); ++i) {
        const std::string& name = result.columns[i];
        if (name == columns.text) {
            std::vector<std::string> texts;
            for (const auto& row : result.rows.texts)
                texts.push_back(row.text);
            result.cells.push_back(std::move(texts));
            continue;
        }
        result.cells.push_back(column_of(file, columns.text, name, row_of_line));
        if (!columns.label.empty() && name == columns.label) result.label = i;
    }
    if (!result.label) result.flags = flag_columns(result.columns, columns.label);
    result.separator = columns.separator;
    if (columns.are_files) resolve_paths(result.rows, file);
    return result;
}

std::optional<double> FilePredictions::accuracy() const {
    if (labelled == 0 || numbers || sets || entities) return std::nullopt;
    return static_cast<double>(right) / static_cast<double>(labelled);
}

std::string score_text(const FilePredictions& predictions) {
    std::string text;
    if (const auto& scores = predictions.numbers)
        text = fmt::format("Pearson {:.4f}, Spearman {:.4f}, MSE {:.4f} of {} labelled rows", scores->pearson,
                           scores->spearman, scores->mse, predictions.labelled);
    else if (const auto& sets = predictions.sets)
        text = fmt::format("micro F1 {:.4f}, macro F1 {:.4f}, subset accuracy {:.4f} of {} labelled rows",
                           sets->micro.f1, sets->macro.f1, sets->subset_accuracy, predictions.labelled);
    else if (const auto& entities = predictions.entities)
        text = fmt::format("precision {:.4f}, recall {:.4f}, F1 {:.4f} of the entities of {} labelled rows",
                           entities->lenient.micro.precision, entities->lenient.micro.recall,
                           entities->lenient.micro.f1, predictions.labelled);
    else if (const auto accuracy = predictions.accuracy())
        text = fmt::format("accuracy {:.4f} of {} labelled rows", *accuracy, predictions.labelled);
    if (predictions.unknown > 0)
        text += fmt::format(", {} of them with a label that the model does not know", predictions.unknown);
    return text;
}

namespace {

/// Compares what is predicted with the file's labels while the rows are written.
class Judge {
public:
    virtual ~Judge() = default;
    virtual void take(std::size_t row, std::span<const float> answer, FilePredictions& result) = 0;
    virtual void finish(FilePredictions& result) const = 0;
};

/// How often each class was predicted.
class ClassCounts {
public:
    explicit ClassCounts(const std::vector<std::string>& names) : names_(names), counts_(names.size()) {}
    void add(std::size_t id) { ++counts_[id]; }
    void finish(FilePredictions& result) const {
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (counts_[i] > 0) result.classes.emplace_back(names_[i], counts_[i]);
        std::ranges::stable_sort(result.classes, std::greater{},
                                 [](const auto& each) { return each.second; });
    }

private:
    const std::vector<std::string>& names_;
    std::vector<std::size_t> counts_;
};

class ClassJudge : public Judge {
public:
    ClassJudge(const std::vector<std::string>& names, const RowFile& from) : from_(from), predicted_(names) {
        if (from.label) classes_ = classes_of(from.cells[*from.label], names);
    }

    void take(std::size_t row, std::span<const float> probabilities, FilePredictions& result) override {
        const auto best = std::ranges::max_element(probabilities) - probabilities.begin();
        predicted_.add(static_cast<std::size_t>(best));
        if (!from_.label || from_.cells[*from_.label][row].empty()) return;
        const int label = classes_.at(from_.cells[*from_.label][row]);
        ++result.labelled;
        result.unknown += label < 0;
        result.right += label == static_cast<int>(best);
    }

    void finish(FilePredictions& result) const override { predicted_.finish(result); }

private:
    const RowFile& from_;
    ClassCounts predicted_;
    std::map<std::string, int> classes_;
};

/// Evaluates rows with any number of labels, listed in one column or flagged in several. Labels that the
/// model does not have are ignored in the scores.
class SetJudge : public Judge {
public:
    SetJudge(const std::vector<std::string>& names, const RowFile& from)
        : from_(from), predicted_(names), judge_(names) {
        for (std::size_t i = 0; i < names.size(); ++i)
            ids_.emplace(names[i], static_cast<std::int32_t>(i));
    }

    void take(std::size_t row, std::span<const float> probabilities, FilePredictions& result) override {
        for (const std::int32_t id : report::predicted_labels(probabilities))
            predicted_.add(static_cast<std::size_t>(id));
        if (!from_.label && from_.flags.empty()) return;
        std::vector<std::int32_t> truth;
        bool unknown = false;
        for (const std::string& label : labels_of(row)) {
            const auto found = ids_.find(label);
            unknown = unknown || found == ids_.end();
            if (found != ids_.end()) truth.push_back(found->second);
        }
        std::ranges::sort(truth);
        judge_.add(truth, probabilities);
        ++result.labelled;
        result.unknown += unknown;
    }

    void finish(FilePredictions& result) const override {
        predicted_.finish(result);
        if (judge_.rows() > 0) result.sets = judge_.report();
    }

private:
    std::vector<std::string> labels_of(std::size_t row) const {
        if (from_.label) return data::labels_in(from_.cells[*from_.label][row], from_.separator);
        std::vector<std::string> labels;
        for (const std::size_t column : from_.flags)
            if (data::is_set(from_.cells[column][row]).value_or(false))
                labels.push_back(from_.columns[column]);
        return labels;
    }

    const RowFile& from_;
    ClassCounts predicted_;
    report::MultiLabelJudge judge_;
    std::map<std::string, std::int32_t> ids_;
};

/// Evaluates predicted numbers; labels that are not numbers are ignored.
class NumberJudge : public Judge {
public:
    explicit NumberJudge(const RowFile& from) : from_(from) {}

    void take(std::size_t row, std::span<const float> number, FilePredictions&) override {
        if (!from_.label) return;
        const auto truth = data::decimal_number(trimmed(from_.cells[*from_.label][row]));
        if (!truth) return;
        truth_.push_back(static_cast<float>(*truth));
        predicted_.push_back(number[0]);
    }

    void finish(FilePredictions& result) const override {
        result.labelled = truth_.size();
        if (!truth_.empty()) result.numbers = report::regression_scores(truth_, predicted_);
    }

private:
    const RowFile& from_;
    std::vector<float> truth_, predicted_;
};

std::unique_ptr<Judge> judge_of(const PredictionServer& server, const RowFile& from) {
    switch (server.target()) {
    case task::Target::number:
        return std::make_unique<NumberJudge>(from);
    case task::Target::several_classes:
        return std::make_unique<SetJudge>(server.labels(), from);
    default:
        return std::make_unique<ClassJudge>(server.labels(), from);
    }
}

} // namespace

FilePredictions predict_rows(PredictionServer& server, const RowFile& from, const fs::path& to,
                             const std::function<bool()>& wanted) {
    const bool numbers = server.target() == task::Target::number;
    report::PredictionsWriter writer(to, numbers ? std::vector<std::string>() : server.labels(), from.columns,
                                     server.target() == task::Target::several_classes);
    FilePredictions result;
    const std::unique_ptr<Judge> judge = judge_of(server, from);
    predict_all(
        server, from.rows.texts,
        [&](std::size_t i, const std::vector<double>& answer) {
            std::vector<std::string_view> cells;
            for (const auto& column : from.cells)
                cells.emplace_back(column[i]);
            const std::vector<float> values(answer.begin(), answer.end());
            writer.add(cells, values, from.rows.lines[i]);
            ++result.rows;
            judge->take(i, values, result);
        },
        wanted);
    if (result.rows < from.rows.texts.size()) return {};
    writer.close();
    judge->finish(result);
    return result;
}

} // namespace tunedesk::run
