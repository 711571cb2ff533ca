// SPDX-License-Identifier: GPL-3.0-or-later
// A model of thousands of classes: an answer for some texts is longer than a frame, and nothing takes the
// memory of their square.

#include "base/json.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

class ManyClassesTest : public QObject {
    Q_OBJECT
    static constexpr int classes = 3000;

    /// Two rows of each of so many classes.
    static std::string table_of(int count) {
        std::string rows = "text,label\n";
        for (int i = 0; i < 2 * count; ++i)
            rows += "w" + std::to_string(i) + ",the name of class " + std::to_string(i % count) + "\n";
        return rows;
    }

private Q_SLOTS:
    // A square of 20,000 classes takes 3.2 GB, as a file 800 MB.
    void a_run_is_evaluated_and_tested() {
        constexpr int many = 20'000, tested = 100;
        const WorkerBench bench;
        const fs::path data = bench.root() / "many.csv", few = bench.root() / "few.csv";
        write_file_atomically(data, table_of(many));
        write_file_atomically(few, table_of(tested / 2));
        const event::RunFolder run = bench.folder("many");
        const Ended ended = bench.call(run, bench.preset({{"data.train", data.string()},
                                                          {"data.validation", few.string()},
                                                          {"data.test", few.string()},
                                                          {"training.max_steps", "2"}}));
        QVERIFY2(ended.code == 0, ended.err.c_str());
        const Json report = Json::parse(read_file(run.report_json(), ErrorId::file_unreadable));
        QVERIFY2(report.at("peak_rss_bytes").get<std::uint64_t>() < 1u << 30,
                 report.at("peak_rss_bytes").dump().c_str());
        QCOMPARE(report.at("per_class").size(), std::size_t{many});
        const std::string cells = read_file(run.confusion(), ErrorId::file_unreadable);
        QVERIFY2(cells.starts_with("true,predicted,count\nthe name of class "), cells.substr(0, 100).c_str());
        QVERIFY(std::count(cells.begin(), cells.end(), '\n') <= tested + 1);
    }

    void a_file_is_predicted() {
        const WorkerBench bench;
        const fs::path data = bench.root() / "many.csv";
        write_file_atomically(data, table_of(classes));
        const event::RunFolder run = bench.folder("many");
        const fs::path preset = bench.preset({{"data.train", data.string()},
                                              {"data.validation", "\"\""},
                                              {"data.test", "\"\""},
                                              {"evaluation.strategy", "no"},
                                              {"training.max_steps", "1"}});
        const Ended trained = bench.call(run, preset);
        QVERIFY2(trained.code == 0, trained.err.c_str());
        std::string texts = "text\n"; // 32 go in one request
        for (int i = 0; i < 40; ++i)
            texts += "w" + std::to_string(i) + "\n";
        const fs::path few = bench.root() / "few.csv", out = bench.root() / "out.csv";
        write_file_atomically(few, texts);
        const auto written = bench.start_tunedesk(
            {"predict", to_qt(run.final_model()), "--file", to_qt(few), "--out", to_qt(out)});
        const Ended ended = WorkerBench::wait(*written, 300);
        QVERIFY2(ended.code == 0, ended.err.c_str());
        const std::string text = read_file(out, ErrorId::file_unreadable, 1u << 30);
        QCOMPARE(std::count(text.begin(), text.end(), '\n'), std::ptrdiff_t{41});

        const auto asked = bench.start_tunedesk(
            {"predict", to_qt(run.final_model()), "--text", "w1", "--text", "w2", "--json"});
        const Ended lines = WorkerBench::wait(*asked, 120);
        QVERIFY2(lines.code == 0, lines.err.c_str());
        const Json first = Json::parse(lines.out.substr(0, lines.out.find('\n')));
        QCOMPARE(first.at("probabilities").size(), std::size_t{classes});
        double sum = 0;
        for (const Json& probability : first.at("probabilities"))
            sum += probability.get<double>();
        QVERIFY(std::abs(sum - 1) < 1e-3);
    }
};

QTEST_GUILESS_MAIN(ManyClassesTest)
#include "many_classes_test.moc"
