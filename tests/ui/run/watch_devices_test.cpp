// SPDX-License-Identifier: GPL-3.0-or-later
// The Watch page on a machine with GPUs, as a library in NVML's place describes it; ctest puts that on
// LD_LIBRARY_PATH.

#include "patience.h"
#include "run/devices/rank_memory.h"
#include "run/run_bench.h"
#include "ui/display.h"
#include "ui/run/gpu_model.h"
#include "ui/run/plot_board.h"
#include "ui/run/rank_model.h"
#include "ui/run/watch_page.h"
#include "ui/run/watch_tabs.h"
#include "ui/widgets/message_bar.h"

#include <QSignalSpy>
#include <QTabWidget>
#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;
using namespace tunedesk::ui;

class WatchDevicesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (!qgetenv("LD_LIBRARY_PATH").contains("fake"))
            QSKIP("run it with ctest, which puts the library in place");
    }

    void memory_load_and_warnings_of_the_gpus() {
        RunBench bench;
        show(bench, {}, 55, false);
        qputenv("FAKE_NVML", (bench.root() / "gpus.json").c_str());
        bench.set("TUNEDESK_FAKE_STEPS", "3000");
        bench.set("TUNEDESK_FAKE_MS", "20");
        const auto process = bench.start(bench.run_arguments(2, {"--set", "parallel.devices=cuda"}));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        const auto ranks = run::rank_memory(bench.folder());
        QCOMPARE(ranks.size(), std::size_t(2));
        show(bench, ranks, 55, false);

        WatchPage page;
        page.resize(1200, 900);
        page.show();
        QSignalSpy ended(&page, &WatchPage::ended);
        page.show_run(bench.folder().root);
        const auto cell = [&](int row, int column) {
            return page.tabs()->devices()->index(row, column).data().toString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(cell(0, GpuModel::memory_run), QStringLiteral("2 GiB"), 20'000);
        QCOMPARE(cell(0, GpuModel::device), QStringLiteral("0  NVIDIA A100"));
        QCOMPARE(cell(0, GpuModel::load_run), QStringLiteral("30%"));
        QCOMPARE(cell(0, GpuModel::load), QStringLiteral("37%"));
        QCOMPARE(cell(0, GpuModel::temperature), QStringLiteral("55 °C"));
        QCOMPARE(cell(0, GpuModel::memory_total), QStringLiteral("6 GiB of 80 GiB"));
        QCOMPARE(cell(1, GpuModel::memory_run), QStringLiteral("4 GiB"));
        QVERIFY(cell(2, GpuModel::device).startsWith(QStringLiteral("host, ")));
        QTRY_VERIFY(!cell(2, GpuModel::memory_run).isEmpty());

        // The supervisor records the same for the curves.
        const auto device_text = [&] {
            const CurvePlot* plot = page.board()->plot("gpu_memory");
            return plot ? plot->values_at(1e9).join(u';') : QString();
        };
        QTRY_VERIFY_WITH_TIMEOUT(device_text().contains(QStringLiteral("GPU 1, this run 4 GiB")), 30'000);
        QVERIFY2(device_text().contains(QStringLiteral("GPU 0, in use of 80 GiB 6 GiB")),
                 qPrintable(device_text()));
        QVERIFY(page.board()->plot("gpu_load")->values_at(1e9).contains(QStringLiteral("GPU 0 37")));
        QVERIFY(page.board()->plot("memory")->values_at(1e9).join(u';').contains(QStringLiteral("rank 1 ")));
        page.tabs()->setCurrentIndex(1);
        test::keep(page, QStringLiteral("watch-devices"));

        show(bench, ranks, 91, false);
        QTRY_VERIFY(has_warning(page, QStringLiteral("temperature of GPU 0: 91"), QStringLiteral("cooling")));
        show(bench, ranks, 55, true);
        QTRY_VERIFY(has_warning(page, QStringLiteral("GPU 1 has fallen"), QStringLiteral("nvidia-smi")));
        QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 30'000);
        QVERIFY2(page.news()->text().contains(QStringLiteral("GPU 1")), qPrintable(page.news()->text()));
        RunBench::wait(*process);
    }

private:
    static void show(RunBench& bench, const std::vector<run::RankMemory>& ranks, int temperature,
                     bool is_lost) {
        const auto processes = [&](std::size_t rank) {
            return rank < ranks.size() ? fmt::format(R"({{"pid": {}, "bytes": {}, "utilization": 30}},)",
                                                     ranks[rank].pid, (rank + 1) << 31)
                                       : std::string();
        };
        bench.show_gpus(fmt::format(
            R"({{"gpus": [
                {{"name": "NVIDIA A100", "bus": 1, "total": {0}, "used": {1}, "utilization": 37,
                  "temperature": {2}, "processes": [{3} {{"pid": 1, "bytes": 1}}]}},
                {{"name": "NVIDIA A100", "bus": 2, "total": {0}, "used": {1}, "utilization": 40,
                  "temperature": 50, "lost": {5}, "processes": [{4} {{"pid": 1, "bytes": 1}}]}}]}})",
            80ull << 30, 6ull << 30, temperature, processes(0), processes(1), is_lost));
    }

    static bool has_warning(const WatchPage& page, const QString& text, const QString& advice) {
        for (const RunWarning& warning : page.tabs()->warnings())
            if (warning.text.startsWith(text) && warning.advice.contains(advice)) return true;
        return false;
    }
};

QTEST_MAIN(WatchDevicesTest)
#include "watch_devices_test.moc"
