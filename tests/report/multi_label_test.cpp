// SPDX-License-Identifier: GPL-3.0-or-later
// Compares with what scikit-learn gives (tests/golden/make_multi_label.py).
#include "base/error.h"
#include "report/golden_cases.h"
#include "report/multi_label.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::report;
using namespace tunedesk::test;

namespace {

constexpr const char* golden_file = "multi_label.json";

MultiLabelReport judged(const Json& golden) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < golden.at("labels").size(); ++i)
        names.push_back("label " + std::to_string(i));
    MultiLabelJudge judge(names);
    for (std::size_t row = 0; row < golden.at("truth").size(); ++row)
        judge.add(golden.at("truth")[row].get<std::vector<std::int32_t>>(),
                  golden.at("probabilities")[row].get<std::vector<float>>());
    return judge.report();
}

void compare(double ours, const Json& theirs, const std::string& what) {
    const auto expected = theirs.get<double>();
    QVERIFY2(std::abs(ours - expected) <= 1e-9,
             (what + ": " + std::to_string(ours) + ", expected " + std::to_string(expected)).c_str());
}

} // namespace

class MultiLabelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equals_scikit_learn_data() { add_golden_rows(golden_file); }
    void equals_scikit_learn() {
        QFETCH(int, index);
        const Json& golden = golden_cases(golden_file)[static_cast<std::size_t>(index)];
        const MultiLabelReport report = judged(golden);
        for (std::size_t k = 0; k < report.labels.size(); ++k) {
            const LabelScores& ours = report.labels[k];
            const Json& theirs = golden.at("labels")[k];
            compare(ours.precision, theirs.at("precision"), report.names[k] + " precision");
            compare(ours.recall, theirs.at("recall"), report.names[k] + " recall");
            compare(ours.f1, theirs.at("f1"), report.names[k] + " F1");
            compare(ours.average_precision, theirs.at("average_precision"), report.names[k] + " area");
            QCOMPARE(ours.support(), theirs.at("support").get<std::uint64_t>());
            QCOMPARE(ours.true_positives + ours.false_positives + ours.false_negatives + ours.true_negatives,
                     report.rows);
        }
        for (const auto& [name, ours] : {std::pair("micro", report.micro),
                                         {"macro", report.macro},
                                         {"weighted", report.weighted},
                                         {"samples", report.samples}}) {
            const Json& theirs = golden.at("averages").at(name);
            compare(ours.precision, theirs.at("precision"), std::string(name) + " precision");
            compare(ours.recall, theirs.at("recall"), std::string(name) + " recall");
            compare(ours.f1, theirs.at("f1"), std::string(name) + " F1");
        }
        compare(report.subset_accuracy, golden.at("subset_accuracy"), "subset accuracy");
        compare(report.mean_average_precision, golden.at("mean_average_precision"), "mAP");
    }

    void has_the_names_of_the_task() {
        const auto values = values_of(judged(golden_cases(golden_file)[0]), 0.25);
        const auto& metrics = task::task_of(task::Kind::multi_label).metrics;
        QCOMPARE(values.size(), metrics.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(values[i].first, std::string(metrics[i].name));
    }

    void reads_what_it_writes() {
        const MultiLabelReport report = judged(golden_cases(golden_file)[0]);
        const Json json = to_json(report);
        QCOMPARE(to_json(multi_label_report_of(json)).dump(), json.dump());
        for (const Json& damaged : {Json(1), Json::array(), Json{{"per_label", 3}},
                                    Json{{"per_label", {1, {{"name", 5}}}}, {"micro_avg", "x"}}})
            QVERIFY(multi_label_report_of(damaged).rows == 0);
        const std::string text = to_text(report);
        QVERIFY2(text.find("label 2") != std::string::npos && text.find("samples avg") != std::string::npos,
                 text.c_str());
    }

    void what_fits_no_label_is_refused() {
        MultiLabelJudge judge({"a", "b"});
        const std::int32_t unknown[] = {2}, known[] = {1};
        const float two[] = {0.1f, 0.9f}, one[] = {0.5f};
        QVERIFY_EXCEPTION_THROWN(judge.add(unknown, two), Error);
        QVERIFY_EXCEPTION_THROWN(judge.add(known, one), Error);
    }
};

QTEST_GUILESS_MAIN(MultiLabelTest)
#include "multi_label_test.moc"
