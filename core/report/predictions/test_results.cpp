// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/predictions/test_results.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tunedesk::report {

namespace {

constexpr std::size_t most_curves = 50; // classes beyond have no room in any plot

void add_scores(TestResults& results) {
    const PredictionTable& table = results.predictions;
    ConfusionMatrix matrix(table.classes());
    std::vector<double> confidence;
    std::vector<bool> right;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (table.label(row) < 0) continue;
        matrix.add(table.label(row), table.predicted(row));
        confidence.push_back(table.probabilities(row)[static_cast<std::size_t>(table.predicted(row))]);
        right.push_back(table.label(row) == table.predicted(row));
    }
    results.scores = classification_report(matrix, table.names());
    results.calibration_error = expected_calibration_error(confidence, right);
    const auto& classes = results.scores->classes;
    const auto most = std::max_element(classes.begin(), classes.end(),
                                       [](const auto& a, const auto& b) { return a.support < b.support; });
    results.majority_class = static_cast<std::size_t>(most - classes.begin());
    if (matrix.total() > 0)
        results.majority_share = static_cast<double>(most->support) / static_cast<double>(matrix.total());
    if (table.classes() > most_square_classes)
        throw Error(ErrorId::report_classes_too_many,
                    {grouped(table.classes()), grouped(most_square_classes)});
    results.confusion = std::move(matrix);
}

void add_curves(TestResults& results) {
    const std::size_t classes = results.predictions.classes();
    const bool one_of_two = classes == 2 && results.predictions.target() == task::Target::one_class;
    for (std::size_t c = one_of_two ? 1 : 0; c < std::min(classes, most_curves); ++c) {
        const auto rows = results.predictions.scores(static_cast<std::int32_t>(c));
        results.curves.push_back({roc_curve(rows.scores, rows.positive),
                                  precision_recall_curve(rows.scores, rows.positive),
                                  calibration_curve(rows.scores, rows.positive)});
    }
}

} // namespace

std::vector<std::size_t> TestResults::worst_curves(std::size_t most) const {
    std::vector<std::size_t> order(curves.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto rank = [&](std::size_t i) {
        const double precision = curves[i].precision_recall.average_precision;
        if (!std::isfinite(precision)) return 2.0; // no test row has the class
        return scores && curves.size() > 1 ? scores->classes[class_of_curve(i)].f1 : precision;
    };
    std::ranges::stable_sort(order, {}, rank);
    order.resize(std::min(most, order.size()));
    return order;
}

TestResults read_test_results(const fs::path& file) {
    TestResults results;
    std::error_code failed;
    if (!fs::exists(file, failed)) return results;
    try {
        results.predictions = PredictionTable::read(file);
        if (results.predictions.labelled() == 0 || results.predictions.classes() == 0) return results;
        add_curves(results);
        if (results.predictions.target() == task::Target::one_class) add_scores(results);
    } catch (const Error& error) {
        results.problem = error;
    }
    return results;
}

} // namespace tunedesk::report
