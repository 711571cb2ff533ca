#include "run/predict/prediction_file.h"

#include "base/text.h"
#include "data/rows/first_rows.h"
#include "data/rows/numbers.h"
#include "data/rows/table.h"
#include "report/predictions.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>
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
    data::TableSpec spec;
    spec.text_column = text;
    spec.label_column = column;
    spec.skip_bad_rows = true; // a row that has no such value
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

RowFile read_rows(const fs::path& file, const FileColumns& columns) {
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
    return result;
}

std::optional<double> FilePredictions::accuracy() const {
    if (labelled == 0) return std::nullopt;
    return static_cast<double>(right) / static_cast<double>(labelled);
}

std::string score_text(const FilePredictions& predictions) {
    std::string text;
    if (const auto& scores = predictions.numbers)
        text = fmt::format("Pearson {:.4f}, Spearman {:.4f}, MSE {:.4f} of {} labelled rows", scores->pearson,
                           scores->spearman, scores->mse, predictions.labelled);
    else if (const auto accuracy = predictions.accuracy())
        text = fmt::format("accuracy {:.4f} of {} labelled rows", *accuracy, predictions.labelled);
    if (predictions.unknown > 0)
        text += fmt::format(", {} of them with a label that the model does not know", predictions.unknown);
    return text;
}

namespace {

/// Compares the predicted classes with the file's labels while the rows are written.
class ClassJudge {
public:
    ClassJudge(const std::vector<std::string>& names, const RowFile& from)
        : names_(names), from_(from), predicted_(names.size()) {
        if (from.label) classes_ = classes_of(from.cells[*from.label], names);
    }

    void take(std::size_t row, std::span<const float> probabilities, FilePredictions& result) {
        const auto best = std::ranges::max_element(probabilities) - probabilities.begin();
        ++predicted_[static_cast<std::size_t>(best)];
        if (!from_.label || from_.cells[*from_.label][row].empty()) return;
        const int label = classes_.at(from_.cells[*from_.label][row]);
        ++result.labelled;
        result.unknown += label < 0;
        result.right += label == static_cast<int>(best);
    }

    void finish(FilePredictions& result) const {
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (predicted_[i] > 0) result.classes.emplace_back(names_[i], predicted_[i]);
        std::ranges::stable_sort(result.classes, std::greater{},
                                 [](const auto& each) { return each.second; });
    }

private:
    const std::vector<std::string>& names_;
    const RowFile& from_;
    std::vector<std::size_t> predicted_;
    std::map<std::string, int> classes_;
};

/// The same of predicted numbers; labels that are none are left out.
class NumberJudge {
public:
    explicit NumberJudge(const RowFile& from) : from_(from) {}

    void take(std::size_t row, float number) {
        if (!from_.label) return;
        const auto truth = data::decimal_number(trimmed(from_.cells[*from_.label][row]));
        if (!truth) return;
        truth_.push_back(static_cast<float>(*truth));
        predicted_.push_back(number);
    }

    void finish(FilePredictions& result) const {
        result.labelled = truth_.size();
        if (!truth_.empty()) result.numbers = report::regression_scores(truth_, predicted_);
    }

private:
    const RowFile& from_;
    std::vector<float> truth_, predicted_;
};

} // namespace

FilePredictions predict_rows(PredictionServer& server, const RowFile& from, const fs::path& to,
                             const std::function<bool()>& wanted) {
    const bool numbers = server.answers_numbers();
    report::PredictionsWriter writer(to, numbers ? std::vector<std::string>() : server.labels(),
                                     from.columns);
    FilePredictions result;
    ClassJudge classes(server.labels(), from);
    NumberJudge judge(from);
    predict_all(
        server, from.rows.texts,
        [&](std::size_t i, const std::vector<double>& answer) {
            std::vector<std::string_view> cells;
            for (const auto& column : from.cells)
                cells.emplace_back(column[i]);
            const std::vector<float> values(answer.begin(), answer.end());
            writer.add(cells, values, from.rows.lines[i]);
            ++result.rows;
            numbers ? judge.take(i, values.at(0)) : classes.take(i, values, result);
        },
        wanted);
    if (result.rows < from.rows.texts.size()) return {};
    writer.close();
    numbers ? judge.finish(result) : classes.finish(result);
    return result;
}

} // namespace tunedesk::run
