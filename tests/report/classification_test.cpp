// SPDX-License-Identifier: GPL-3.0-or-later
// Compares with what scikit-learn gives (tests/golden/make_report.py).
#include "base/error.h"
#include "report/classification.h"
#include "report/golden_cases.h"

#include <QTest>
#include <algorithm>

using namespace tunedesk;
using namespace tunedesk::report;
using namespace tunedesk::test;

namespace {

constexpr const char* golden_file = "classification_report.json";

ConfusionMatrix matrix_of(const Json& rows) {
    ConfusionMatrix matrix(rows.size());
    for (std::size_t truth = 0; truth < rows.size(); ++truth)
        for (std::size_t prediction = 0; prediction < rows.size(); ++prediction)
            matrix.add(static_cast<std::int32_t>(truth), static_cast<std::int32_t>(prediction),
                       rows[truth][prediction].get<std::uint64_t>());
    return matrix;
}

std::vector<double> values(const ClassScores& scores) {
    return {scores.precision, scores.recall, scores.f1};
}

} // namespace

class ClassificationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equals_scikit_learn_data() { add_golden_rows(golden_file); }

    void equals_scikit_learn() {
        QFETCH(int, index);
        const Json& golden = golden_cases(golden_file)[static_cast<std::size_t>(index)];
        const auto names = golden.at("names").get<std::vector<std::string>>();
        const ConfusionMatrix matrix = matrix_of(golden.at("matrix"));
        const ClassificationReport report = classification_report(matrix, names);
        QCOMPARE(QString::fromStdString(to_text(report, golden.at("digits").get<int>())),
                 QString::fromStdString(golden.at("text").get<std::string>()));
        // equal to the last bit, not only to the printed digit
        QCOMPARE(values(report.macro), golden.at("macro").get<std::vector<double>>());
        QCOMPARE(values(report.weighted), golden.at("weighted").get<std::vector<double>>());
        QCOMPARE(report.accuracy, golden.at("accuracy").get<double>());
        QCOMPARE(matrix.accuracy(), report.accuracy);
        QCOMPARE(matrix.macro_f1(), report.macro.f1);
    }

    void json_has_every_class() {
        const ConfusionMatrix matrix = matrix_of(Json::parse("[[3,1],[0,4]]"));
        const std::vector<std::string> names = {"z", "a \"quoted\" name"};
        const Json json = to_json(classification_report(matrix, names));
        QCOMPARE(json.at("accuracy").get<double>(), 0.875);
        QCOMPARE(json.at("per_class").begin().key(), std::string("z"));
        QCOMPARE(json.at("per_class").at("a \"quoted\" name").at("precision").get<double>(), 0.8);
        QCOMPARE(json.at("per_class").at("z").at("support").get<int>(), 4);
        QCOMPARE(json.at("weighted_avg").at("recall").get<double>(), 0.875);
        QCOMPARE(json.at("macro_avg").at("support").get<int>(), 8);
    }

    // The average of two classes is not that of three because the model knows a third.
    void a_class_that_does_not_occur_has_no_scores() {
        const ConfusionMatrix two = matrix_of(Json::parse("[[3,1],[0,4]]")),
                              three = matrix_of(Json::parse("[[3,0,1],[0,0,0],[0,0,4]]"));
        const ClassificationReport small = classification_report(two, std::vector<std::string>{"a", "c"}),
                                   large =
                                       classification_report(three, std::vector<std::string>{"a", "b", "c"});
        QCOMPARE(values(large.macro), values(small.macro));
        QCOMPARE(three.macro_f1(), two.macro_f1());
        const Json json = to_json(large);
        QVERIFY(json.at("per_class").at("b").at("f1-score").is_null());
        QCOMPARE(json.at("per_class").at("b").at("support").get<int>(), 0);
        // Predicted but never true: scores of zero, as scikit-learn gives them.
        const Json wrong = to_json(classification_report(matrix_of(Json::parse("[[3,1],[0,0]]")),
                                                         std::vector<std::string>{"a", "b"}));
        QCOMPARE(wrong.at("per_class").at("b").at("f1-score").get<double>(), 0.0);
    }

    void confusion_csv() {
        const ConfusionMatrix matrix = matrix_of(Json::parse("[[3,1],[20,1000000]]"));
        const std::vector<std::string> names = {"plain", "with, \"comma\""};
        QCOMPARE(to_csv(matrix, names), std::string("true\\predicted,plain,\"with, \"\"comma\"\"\"\n"
                                                    "plain,3,1\n"
                                                    "\"with, \"\"comma\"\"\",20,1000000\n"));
    }

    // A square of them would take 8 TB.
    void a_million_classes() {
        constexpr std::size_t classes = 1'000'000;
        ConfusionMatrix matrix(classes);
        for (std::int32_t id = 0; id < 1000; ++id)
            matrix.add(id * 1000, id % 2 ? 999'999 : id * 1000, 2);
        QCOMPARE(matrix.cells().size(), std::size_t{1000});
        QCOMPARE(matrix.at(1000, 999'999), std::uint64_t{2});
        QCOMPARE(matrix.at(1000, 1000), std::uint64_t{0});
        QCOMPARE(matrix.total(), std::uint64_t{2000});
        QCOMPARE(matrix.accuracy(), 0.5);
        QCOMPARE(matrix.macro_f1(), 500.0 / 1001);
        const ClassificationReport report =
            classification_report(matrix, std::vector<std::string>(classes, "name"));
        QCOMPARE(report.classes[999'999].support, std::uint64_t{0});
        QVERIFY(report.classes[999'999].occurs && !report.classes[1].occurs);
    }

    void the_csv_of_many_classes_lists_cells() {
        std::vector<std::string> names;
        for (std::size_t c = 0; c <= most_square_classes; ++c)
            names.push_back("class " + std::to_string(c));
        names[7] = "with, comma";
        ConfusionMatrix few(most_square_classes), many(most_square_classes + 1);
        for (ConfusionMatrix* matrix : {&few, &many}) {
            matrix->add(10, 7, 3);
            matrix->add(7, 7);
        }
        QCOMPARE(to_csv(many, names), std::string("true,predicted,count\n\"with, comma\",\"with, comma\",1\n"
                                                  "class 10,\"with, comma\",3\n"));
        names.pop_back();
        QVERIFY(to_csv(few, names).starts_with("true\\predicted,class 0,class 1,"));
    }

    void refuses_ids_outside() {
        ConfusionMatrix matrix(2);
        QVERIFY_THROWS_EXCEPTION(Error, matrix.add(2, 0));
        QVERIFY_THROWS_EXCEPTION(Error, matrix.add(0, -1));
        QVERIFY_THROWS_EXCEPTION(Error, to_csv(matrix, std::vector<std::string>{"one name"}));
        QCOMPARE(matrix.total(), std::uint64_t{0});
        QCOMPARE(matrix.accuracy(), 0.0);
    }

    void a_label_moves_no_cursor() {
        ConfusionMatrix matrix(2);
        matrix.add(0, 0);
        matrix.add(1, 0);
        const std::string names[] = {"neg\x1b[31m\a", "two\nlines"};
        const std::string text = to_text(classification_report(matrix, names), 2);
        QVERIFY(text.find("neg [31m ") != std::string::npos && text.find("two lines") != std::string::npos);
        QCOMPARE(std::ranges::count_if(
                     text, [](char c) { return c != '\n' && static_cast<unsigned char>(c) < 0x20; }),
                 0);
    }
};

QTEST_GUILESS_MAIN(ClassificationTest)
#include "classification_test.moc"
