// SPDX-License-Identifier: GPL-3.0-or-later
// `tunedesk plot` through the real window program, without a screen.

#include "run/run_bench.h"

#include <QTest>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;

class TestPlotCommand : public QObject {
    Q_OBJECT

    static QString root(const RunBench& bench) {
        return QString::fromStdString(bench.folder().root.string());
    }

    static std::string begin_of(const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        std::string text(5, '\0');
        file.read(text.data(), 5);
        return text;
    }

private Q_SLOTS:
    void aRunLeavesItsPlots() {
        RunBench bench;
        bench.with_window();
        bench.set("TUNEDESK_FAKE_STEPS", "10");
        QCOMPARE(bench.call(bench.run_arguments(1)).code, 0);
        for (const char* name : {"loss", "accuracy", "learning_rate", "memory"}) {
            const fs::path plots = bench.folder().plots();
            QCOMPARE(begin_of(plots / (std::string(name) + ".pdf")), std::string("%PDF-"));
            QCOMPARE(begin_of(plots / (std::string(name) + ".png")).substr(1, 3), std::string("PNG"));
        }
    }

    void intoAnotherFolderWithTheConfusion() {
        RunBench bench;
        bench.with_window();
        bench.set("TUNEDESK_FAKE_STEPS", "3");
        QCOMPARE(bench.call(bench.run_arguments(1)).code, 0);
        std::ofstream(bench.folder().confusion())
            << "true\\predicted,good,\"bad, very\"\ngood,5,1\n\"bad, very\",2,7\n";
        const fs::path out = bench.root() / "figures";
        const Ended ended = bench.call({"plot", root(bench), "--out", QString::fromStdString(out.string())});
        QCOMPARE(ended.err, "");
        QCOMPARE(ended.code, 0);
        QVERIFY(ended.out.find((out / "confusion.pdf").string()) != std::string::npos);
        QCOMPARE(begin_of(out / "confusion.pdf"), std::string("%PDF-"));
    }

    void nothingToPlot() {
        RunBench bench;
        bench.with_window();
        fs::create_directories(bench.folder().root);
        fs::copy_file(bench.preset(), bench.folder().preset());
        const Ended ended = bench.call({"plot", root(bench)});
        QCOMPARE(ended.code, 2);
        QVERIFY(ended.err.find("error[TD2015]") != std::string::npos);
        QCOMPARE(bench.call({"plot", "/nowhere"}).code, 2);
    }

    void aComparisonLeavesItsCharts() {
        RunBench bench;
        bench.with_window();
        for (const char* name : {"one", "two"}) {
            const event::RunFolder run = bench.folder(name);
            fs::create_directories(run.root);
            fs::copy_file(bench.preset(), run.preset());
            std::ofstream(run.preset(), std::ios::app) << "recipe: R1-plain\n";
            std::ofstream(run.report_json()) << R"({"train_seconds": 65, "peak_rss_bytes": 3221225472})";
        }
        const auto path = [&](const char* name) {
            return QString::fromStdString((bench.root() / name).string());
        };
        const Ended ended = bench.call({"compare", path("one"), path("two"), "--out", path("charts")});
        QVERIFY2(ended.code == 0, ended.err.c_str());
        for (const char* name : {"train_seconds", "peak_rss_bytes"}) {
            const fs::path chart = bench.root() / "charts" / name;
            QCOMPARE(begin_of(chart.string() + ".pdf"), std::string("%PDF-"));
            QCOMPARE(begin_of(chart.string() + ".png").substr(1, 3), std::string("PNG"));
            QVERIFY2(ended.out.find(chart.string() + ".png") != std::string::npos, ended.out.c_str());
        }
        QVERIFY(!fs::exists(bench.root() / "charts" / "accuracy.png")); // no run has it
        QVERIFY(ended.out.find("21:47") != std::string::npos);
        QCOMPARE(bench.call({"compare", path("one"), "/nowhere", "--out", path("charts")}).code, 2);
    }

    void saysWhatToInstall() {
        RunBench bench;
        fs::create_directories(bench.folder().root);
        fs::copy_file(bench.preset(), bench.folder().preset());
        fs::create_directories(bench.root() / "bin"); // the command without the window beside it
        fs::copy_file(TUNEDESK_BIN_DIR "/tunedesk", bench.root() / "bin" / "tunedesk");
        const auto process =
            bench.start_program(QString::fromStdString((bench.root() / "bin" / "tunedesk").string()),
                                {"--no-gui", "plot", root(bench)});
        const Ended ended = RunBench::wait(*process);
        QCOMPARE(ended.code, 2);
        QVERIFY(ended.err.find("tunedesk-gui") != std::string::npos);
        QVERIFY(ended.err.find("install") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestPlotCommand)
#include "plot_command_test.moc"
