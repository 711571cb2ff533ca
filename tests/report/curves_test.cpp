// SPDX-License-Identifier: GPL-3.0-or-later
// Compares with what scikit-learn gives (tests/golden/make_curves.py).
#include "base/files/file.h"
#include "base/json.h"
#include "report/curves.h"
#include "report/golden_cases.h"

#include <QTest>
#include <cmath>
#include <cstdlib>

using namespace tunedesk;
using namespace tunedesk::report;
using namespace tunedesk::test;

namespace {

constexpr const char* golden_file = "curves.json";

double number(const Json& value) {
    return value.is_string() ? std::strtod(value.get<std::string>().c_str(), nullptr) : value.get<double>();
}

/// Equal but for the order in which sums are taken.
bool same(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return a == b || std::abs(a - b) <= 1e-14 * std::max(1.0, std::abs(b));
}

void compare(const std::vector<double>& ours, const Json& golden, const char* what) {
    QCOMPARE(ours.size(), golden.size());
    for (std::size_t i = 0; i < ours.size(); ++i)
        QVERIFY2(same(ours[i], number(golden[i])),
                 qPrintable(
                     QStringLiteral("%1[%2]: %3").arg(QLatin1String(what)).arg(i).arg(ours[i], 0, 'g', 17)));
}

} // namespace

class CurvesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equals_scikit_learn_data() { add_golden_rows(golden_file); }

    void equals_scikit_learn() {
        QFETCH(int, index);
        const Json& golden = golden_cases(golden_file)[static_cast<std::size_t>(index)];
        const auto scores = golden.at("scores").get<std::vector<double>>();
        const auto positive = golden.at("positive").get<std::vector<bool>>();
        const int bins = golden.at("bins").get<int>();

        const RocCurve roc = roc_curve(scores, positive);
        compare(roc.false_positive_rate, golden.at("fpr"), "fpr");
        compare(roc.true_positive_rate, golden.at("tpr"), "tpr");
        compare(roc.thresholds, golden.at("thresholds"), "thresholds");
        QVERIFY2(same(roc.area, number(golden.at("area"))), qPrintable(QString::number(roc.area, 'g', 17)));

        const PrecisionRecallCurve curve = precision_recall_curve(scores, positive);
        compare(curve.precision, golden.at("precision"), "precision");
        compare(curve.recall, golden.at("recall"), "recall");
        compare(curve.thresholds, golden.at("steps"), "steps");
        QVERIFY(same(curve.average_precision, number(golden.at("average_precision"))));

        const CalibrationCurve calibration = calibration_curve(scores, positive, bins);
        compare(calibration.predicted, golden.at("predicted"), "predicted");
        compare(calibration.observed, golden.at("observed"), "observed");
        QVERIFY(
            same(expected_calibration_error(scores, positive, bins), number(golden.at("calibration_error"))));
    }

    void rows_without_a_finite_score_are_left_out() {
        const std::vector<double> scores = {0.9, NAN, 0.1, INFINITY};
        const std::vector<bool> positive = {true, true, false, false};
        QCOMPARE(roc_curve(scores, positive).area, 1.0);
        QCOMPARE(precision_recall_curve(scores, positive).average_precision, 1.0);
        QCOMPARE(calibration_curve(scores, positive).counts, (std::vector<std::size_t>{1, 1}));
    }

    void no_rows() {
        QVERIFY(std::isnan(roc_curve({}, {}).area));
        QVERIFY(std::isnan(precision_recall_curve({}, {}).average_precision));
        QVERIFY(calibration_curve({}, {}).counts.empty());
        QCOMPARE(expected_calibration_error({}, {}), 0.0);
    }
};

QTEST_GUILESS_MAIN(CurvesTest)
#include "curves_test.moc"
