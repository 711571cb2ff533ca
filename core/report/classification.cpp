// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/classification.h"

#include "base/error.h"
#include "base/json_object.h"
#include "base/text.h"

#include <fmt/format.h>

namespace tunedesk::report {

namespace {

double ratio(std::uint64_t numerator, std::uint64_t denominator) {
    return denominator == 0 ? 0.0 : static_cast<double>(numerator) / static_cast<double>(denominator);
}

std::vector<ClassScores> class_scores(const ConfusionMatrix& matrix) {
    std::vector<ClassScores> scores(matrix.classes());
    for (std::size_t c = 0; c < matrix.classes(); ++c) {
        const auto& [support, predicted, hits] = matrix.sums(c);
        scores[c] = {ratio(hits, predicted), ratio(hits, support), ratio(2 * hits, support + predicted),
                     support, support + predicted > 0};
    }
    return scores;
}

void require_names(const ConfusionMatrix& matrix, std::span<const std::string> names) {
    if (names.size() != matrix.classes())
        throw Error(ErrorId::class_names_mismatch,
                    {fmt::to_string(names.size()), fmt::to_string(matrix.classes())});
}

std::string cell_lines(const ConfusionMatrix& matrix, std::span<const std::string> names) {
    std::string text = "true,predicted,count\n";
    for (const auto& [cell, count] : matrix.cells())
        text += fmt::format("{},{},{}\n", csv_field(names[cell.first]), csv_field(names[cell.second]), count);
    return text;
}

} // namespace

void ConfusionMatrix::add(std::int32_t truth, std::int32_t prediction, std::uint64_t count) {
    const auto row = static_cast<std::size_t>(truth), column = static_cast<std::size_t>(prediction);
    if (truth < 0 || prediction < 0 || row >= classes() || column >= classes())
        throw Error(ErrorId::class_out_of_range,
                    {fmt::to_string(classes()), fmt::to_string(truth), fmt::to_string(prediction)});
    if (count == 0) return;
    cells_[{row, column}] += count;
    sums_[row].support += count;
    sums_[column].predicted += count;
    if (row == column) sums_[row].hits += count;
    total_ += count;
}

std::uint64_t ConfusionMatrix::at(std::size_t truth, std::size_t prediction) const {
    const auto cell = cells_.find({truth, prediction});
    return cell == cells_.end() ? 0 : cell->second;
}

double ConfusionMatrix::accuracy() const {
    std::uint64_t hits = 0;
    for (const Sums& sums : sums_)
        hits += sums.hits;
    return ratio(hits, total());
}

double ConfusionMatrix::macro_f1() const {
    return average_scores(class_scores(*this), false).f1;
}

ClassificationReport classification_report(const ConfusionMatrix& matrix,
                                           std::span<const std::string> names) {
    require_names(matrix, names);
    ClassificationReport report;
    report.names.assign(names.begin(), names.end());
    report.classes = class_scores(matrix);
    report.macro = average_scores(report.classes, false);
    report.weighted = average_scores(report.classes, true);
    report.accuracy = matrix.accuracy();
    report.total = matrix.total();
    return report;
}

std::string to_text(const ClassificationReport& report, int digits) {
    // scikit-learn counts in floating point, and prints so, where not a single row was right
    ScoreLines lines(report.names, digits, report.accuracy > 0 || report.total == 0 ? "" : ".0");
    for (std::size_t c = 0; c < report.classes.size(); ++c)
        lines.add(report.names[c], report.classes[c]);
    lines.add_blank();
    lines.add_share("accuracy", report.accuracy, report.total);
    lines.add("macro avg", report.macro);
    lines.add("weighted avg", report.weighted);
    return lines.take();
}

Json to_json(const ClassificationReport& report) {
    const auto scores_json = [](const ClassScores& scores) {
        const auto score = [&](double value) { return scores.occurs ? Json(value) : Json(nullptr); };
        return Json{{"precision", score(scores.precision)},
                    {"recall", score(scores.recall)},
                    {"f1-score", score(scores.f1)},
                    {"support", scores.support}};
    };
    Json classes = Json::object();
    for (std::size_t c = 0; c < report.classes.size(); ++c)
        append_member(classes, report.names[c], scores_json(report.classes[c]));
    return Json{{"accuracy", report.accuracy},
                {"macro_avg", scores_json(report.macro)},
                {"weighted_avg", scores_json(report.weighted)},
                {"per_class", std::move(classes)}};
}

std::string to_csv(const ConfusionMatrix& matrix, std::span<const std::string> names) {
    require_names(matrix, names);
    if (names.size() > most_square_classes) return cell_lines(matrix, names);
    std::string text = "true\\predicted";
    for (const std::string& name : names)
        text += "," + csv_field(name);
    text += "\n";
    for (std::size_t truth = 0; truth < matrix.classes(); ++truth) {
        text += csv_field(names[truth]);
        for (std::size_t prediction = 0; prediction < matrix.classes(); ++prediction)
            text += fmt::format(",{}", matrix.at(truth, prediction));
        text += "\n";
    }
    return text;
}

} // namespace tunedesk::report
