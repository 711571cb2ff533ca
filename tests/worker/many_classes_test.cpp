// A model of thousands of classes: an answer for some texts is longer than a frame.

#include "base/json.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

class ManyClassesTest : public QObject {
    Q_OBJECT
    static constexpr int classes = 3000;

private Q_SLOTS:
    void a_file_is_predicted() {
        const WorkerBench bench;
        std::string rows = "text,label\n";
        for (int i = 0; i < 2 * classes; ++i)
            rows += "w" + std::to_string(i) + ",the name of class " + std::to_string(i % classes) + "\n";
        const fs::path data = bench.root() / "many.csv";
        write_file_atomically(data, rows);
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
