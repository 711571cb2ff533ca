#include "report/classification.h"

#include "base/error.h"
#include "base/json_object.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::report {

namespace {

double ratio(std::uint64_t numerator, std::uint64_t denominator) {
    return denominator == 0 ? 0.0 : static_cast<double>(numerator) / static_cast<double>(denominator);
}

/// Sum in the order of NumPy's add.reduce: eight running sums for blocks of up to 128 values, larger spans
/// halved. Another order would differ in the last bit, and then in a printed digit that sits on a tie.
double numpy_sum(std::span<const double> values) {
    const std::size_t n = values.size();
    if (n > 128) {
        std::size_t half = n / 2;
        half -= half % 8;
        return numpy_sum(values.first(half)) + numpy_sum(values.subspan(half));
    }
    double sum = 0;
    std::size_t i = 0;
    if (n >= 8) {
        double lanes[8];
        std::copy_n(values.begin(), 8, lanes);
        for (i = 8; i < n - n % 8; ++i)
            lanes[i % 8] += values[i];
        sum =
            ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
    }
    for (; i < n; ++i)
        sum += values[i];
    return sum;
}

double mean(std::span<const ClassScores> classes, double ClassScores::*score, bool by_support) {
    std::vector<double> values;
    std::uint64_t support = 0;
    for (const ClassScores& scores : classes)
        support += scores.support;
    by_support = by_support && support > 0;
    for (const ClassScores& scores : classes)
        if (scores.occurs)
            values.push_back(scores.*score * (by_support ? static_cast<double>(scores.support) : 1.0));
    if (values.empty()) return 0;
    return numpy_sum(values) /
           (by_support ? static_cast<double>(support) : static_cast<double>(values.size()));
}

ClassScores averages(std::span<const ClassScores> classes, bool by_support) {
    ClassScores result;
    for (const auto score : {&ClassScores::precision, &ClassScores::recall, &ClassScores::f1})
        result.*score = mean(classes, score, by_support);
    for (const ClassScores& scores : classes)
        result.support += scores.support;
    return result;
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

/// Right-aligned in `width` code points; a library's padding would count terminal columns or bytes instead.
std::string right_aligned(std::string_view text, std::size_t width) {
    const std::size_t points = code_points(text);
    return std::string(width > points ? width - points : 0, ' ').append(text);
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
    return mean(class_scores(*this), &ClassScores::f1, false);
}

ClassificationReport classification_report(const ConfusionMatrix& matrix,
                                           std::span<const std::string> names) {
    require_names(matrix, names);
    ClassificationReport report;
    report.names.assign(names.begin(), names.end());
    report.classes = class_scores(matrix);
    report.macro = averages(report.classes, false);
    report.weighted = averages(report.classes, true);
    report.accuracy = matrix.accuracy();
    report.total = matrix.total();
    return report;
}

std::string to_text(const ClassificationReport& report, int digits) {
    std::size_t width = std::max<std::size_t>(std::string_view("weighted avg").size(),
                                              static_cast<std::size_t>(std::max(digits, 0)));
    for (const std::string& name : report.names)
        width = std::max(width, code_points(name));
    // scikit-learn counts in floating point, and prints so, where not a single row was right
    const char* fraction = report.accuracy > 0 || report.total == 0 ? "" : ".0";
    const auto count = [&](std::uint64_t support) { return fmt::format("{}{}", support, fraction); };
    const auto line = [&](std::string_view name, const ClassScores& scores) {
        if (!scores.occurs)
            return fmt::format("{}  {:>9} {:>9} {:>9} {:>9}\n", right_aligned(name, width), "-", "-", "-",
                               count(scores.support));
        return fmt::format("{}  {:>9.{}f} {:>9.{}f} {:>9.{}f} {:>9}\n", right_aligned(name, width),
                           scores.precision, digits, scores.recall, digits, scores.f1, digits,
                           count(scores.support));
    };
    std::string text = fmt::format("{}  {:>9} {:>9} {:>9} {:>9}\n\n", right_aligned("", width), "precision",
                                   "recall", "f1-score", "support");
    for (std::size_t c = 0; c < report.classes.size(); ++c)
        text += line(harmless(report.names[c]), report.classes[c]);
    text += fmt::format("\n{}  {:>9} {:>9} {:>9.{}f} {:>9}\n", right_aligned("accuracy", width), "", "",
                        report.accuracy, digits, count(report.total));
    return text + line("macro avg", report.macro) + line("weighted avg", report.weighted);
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
