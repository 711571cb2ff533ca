// SPDX-License-Identifier: GPL-3.0-or-later
// Compares with what scikit-learn and SciPy give (tests/golden/make_regression.py).
#include "base/error.h"
#include "report/golden_cases.h"
#include "report/regression.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::report;
using namespace tunedesk::test;

namespace {

constexpr const char* golden_file = "regression.json";

/// Null: not a number.
bool agrees(double ours, const Json& theirs) {
    if (theirs.is_null()) return std::isnan(ours);
    const auto expected = theirs.get<double>();
    return std::abs(ours - expected) <= 1e-9 * std::max(1.0, std::abs(expected));
}

} // namespace

class RegressionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equals_scikit_learn_and_scipy_data() { add_golden_rows(golden_file); }
    void equals_scikit_learn_and_scipy() {
        QFETCH(int, index);
        const Json& golden = golden_cases(golden_file)[static_cast<std::size_t>(index)];
        const auto truth = golden.at("truth").get<std::vector<float>>();
        const auto predicted = golden.at("predicted").get<std::vector<float>>();
        const RegressionScores scores = regression_scores(truth, predicted);
        const auto values = values_of(scores, scores.mse);
        QCOMPARE(values.size(), std::size_t{6});
        for (const auto& [name, value] : values)
            if (name != "loss")
                QVERIFY2(agrees(value, golden.at(name)),
                         qPrintable(QStringLiteral("%1: %2, expected %3")
                                        .arg(QString::fromStdString(name))
                                        .arg(value, 0, 'g', 17)
                                        .arg(QString::fromStdString(golden.at(name).dump()))));
    }

    void has_the_names_of_the_task() {
        const auto values = values_of({}, 0);
        const auto& metrics = task::task_of(task::Kind::regression).metrics;
        QCOMPARE(values.size(), metrics.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(values[i].first, std::string(metrics[i].name));
    }

    void numbers_that_are_none_have_no_scores() {
        const float truth[] = {1, 2}, predicted[] = {1, NAN};
        const RegressionScores scores = regression_scores(truth, predicted);
        for (const double value : {scores.pearson, scores.spearman, scores.mse, scores.mae, scores.r2})
            QVERIFY(std::isnan(value));
    }

    void lengths_that_differ_are_refused() {
        const float truth[] = {1, 2};
        for (const auto& predicted : {std::span<const float>(truth, 1), std::span<const float>()}) {
            try {
                (void)regression_scores(std::span(truth).first(predicted.empty() ? 0 : 2), predicted);
                QFAIL("accepted");
            } catch (const Error& error) {
                QCOMPARE(error.id(), 3149);
            }
        }
    }

    void the_text_has_a_line_a_metric() {
        const std::string text =
            to_text(values_of({.pearson = 0.5, .mse = 2}, 2), task::Kind::regression, 1234);
        QVERIFY2(text.starts_with("Loss ") &&
                     text.find("Pearson correlation           0.5000\n") != text.npos &&
                     text.ends_with("1,234\n"),
                 text.c_str());
    }
};

QTEST_GUILESS_MAIN(RegressionTest)
#include "regression_test.moc"
