// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "report/run_report.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::report;

class RunReportTest : public QObject {
    Q_OBJECT

    static RunReport example() {
        ConfusionMatrix matrix(3); // the third class does not occur
        matrix.add(0, 0, 90);
        matrix.add(0, 1, 10);
        matrix.add(1, 1, 50);
        RunReport report;
        report.classification = classification_report(matrix, std::vector<std::string>{"no", "yes", "never"});
        report.test_loss = 0.25;
        report.train_tokens = 5'000'000'000;
        report.train_tokens_per_second = 1161.5;
        report.train_seconds = 61.25;
        report.test_tokens_per_second = 4100.5;
        report.peak_rss_bytes = 3'000'000'000;
        report.peak_gpu_bytes = 7;
        report.steps = 250;
        report.best_step = 125;
        report.epochs = 1.5;
        report.parameters = 22'713'986;
        report.trainable = 770;
        report.monitor = "val_acc";
        report.monitor_value = 0.91;
        report.extra_validation = {{"other", {{"loss", 0.5}, {"accuracy", 0.75}}}, {"old", {{"loss", 1}}}};
        return report;
    }

private Q_SLOTS:
    void reads_back_what_it_wrote() {
        QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / "report.json";
        write_report_json(path, example());
        const std::string text = read_file(path, ErrorId::run_file_unreadable);
        const RunReport read = parse_report_json(text, "report.json");
        QCOMPARE(to_json(read).dump(), to_json(example()).dump());
        QCOMPARE(read.classification->total, std::uint64_t{150});
        QCOMPARE(read.classification->names.at(1), std::string("yes"));
        QVERIFY(read.classification->classes.at(1).occurs && !read.classification->classes.at(2).occurs);
        QVERIFY(read.extra_validation == example().extra_validation);
        QCOMPARE(read.train_tokens, std::uint64_t{5'000'000'000});
        const Json json = Json::parse(text);
        for (const char* key : {"accuracy", "per_class", "train_tokens_per_second", "train_seconds",
                                "peak_rss_bytes", "peak_gpu_bytes"})
            QVERIFY2(json.contains(key), key);
        QCOMPARE(json.begin().key(), std::string("accuracy"));
    }

    void without_a_test() {
        RunReport report = example();
        report.classification.reset();
        report.test_loss = NAN;
        const Json json = Json::parse(to_json(report).dump());
        QVERIFY(!json.contains("accuracy"));
        QVERIFY(json.at("test_loss").is_null());
        const RunReport read = parse_report_json(json.dump(), "report.json");
        QVERIFY(!read.classification && !read.test_loss);
        QCOMPARE(read.steps, std::int64_t{250});
    }

    void tolerates_other_types() {
        const RunReport read = parse_report_json(
            R"({"accuracy":0.5,"per_class":{"a":7},"macro_avg":[],"steps":"many","peak_rss_bytes":-1,"epochs":2})",
            "report.json");
        QCOMPARE(read.classification->accuracy, 0.5);
        QCOMPARE(read.classification->names.size(), std::size_t{1});
        QCOMPARE(read.steps, std::int64_t{0});
        QCOMPARE(read.peak_rss_bytes, std::uint64_t{0});
        QCOMPARE(read.epochs, 2.0);
    }

    void damaged() {
        QVERIFY_THROWS_EXCEPTION(Error, parse_report_json("[1]", "report.json"));
        QVERIFY_THROWS_EXCEPTION(Error, parse_report_json("{\"steps\": 1", "report.json"));
    }
};

QTEST_GUILESS_MAIN(RunReportTest)
#include "run_report_test.moc"
