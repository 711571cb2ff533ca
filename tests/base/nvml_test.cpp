// SPDX-License-Identifier: GPL-3.0-or-later
// What Nvml and GpuSampler read of a library in NVML's place; ctest puts it on LD_LIBRARY_PATH.

#include "base/fake_nvml.h"
#include "base/gpu/gpu_sampler.h"
#include "base/host_figures.h"
#include "patience.h"

#include <QTemporaryDir>

using namespace tunedesk;

class NvmlTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    void show(const std::string& machine) {
        const QString path = folder_.filePath("gpus.json");
        test::show_gpus(path.toStdString(), machine);
        qputenv("FAKE_NVML", path.toUtf8());
    }

private Q_SLOTS:
    void initTestCase() {
        if (!qgetenv("LD_LIBRARY_PATH").contains("fake"))
            QSKIP("run it with ctest, which puts the library in place");
    }

    void without_a_driver_there_are_no_gpus() {
        qputenv("FAKE_NVML", "/nonexistent");
        QVERIFY(!Nvml().is_open());
        QVERIFY(Nvml().read().gpus.empty());
        GpuSampler sampler(0.01);
        QTRY_VERIFY(sampler.latest());
        QVERIFY(sampler.latest()->gpus.empty());
    }

    void reads_everything() {
        show(R"({"driver": "580.65", "gpus": [
            {"name": "NVIDIA A100", "uuid": "GPU-0a", "bus": 1, "total": 80000000000, "used": 1000,
             "utilization": 37, "temperature": 55, "major": 8, "processes": [{"pid": 42, "bytes": 900, "utilization": 31},
             {"pid": 43, "bytes": 18446744073709551615}]},
            {"uuid": "GPU-1b", "bus": 33, "lost": true}]})");
        const GpuReading reading = Nvml().read();
        QCOMPARE(reading.driver, std::string("580.65"));
        QCOMPARE(reading.gpus.size(), std::size_t(2));
        const Gpu& gpu = reading.gpus[0];
        QCOMPARE(gpu.name, std::string("NVIDIA A100"));
        QCOMPARE(gpu.uuid, std::string("GPU-0a"));
        QCOMPARE(gpu.pci, std::string("0000:01:00"));
        QCOMPARE(gpu.memory_total, std::uint64_t(80'000'000'000));
        QCOMPARE(gpu.memory_free(), std::uint64_t(79'999'999'000));
        QCOMPARE(*gpu.utilization, 37);
        QCOMPARE(*gpu.temperature, 55);
        QCOMPARE(gpu.compute_major, 8);
        QCOMPARE(gpu.processes.size(), std::size_t(2));
        QCOMPARE(gpu.processes[0].pid, 42);
        QCOMPARE(gpu.processes[0].bytes, std::uint64_t(900));
        QCOMPARE(*gpu.processes[0].utilization, 31);
        QCOMPARE(gpu.processes[1].bytes, std::uint64_t(0)); // not told
        QVERIFY(!gpu.processes[1].utilization);
        QVERIFY(!gpu.lost);
        QVERIFY(reading.gpus[1].lost && !reading.gpus[1].temperature);
        QCOMPARE(reading.gpus[1].pci, std::string("0000:21:00"));
    }

    void many_processes_are_all_read() {
        std::string list;
        for (int pid = 1; pid <= 100; ++pid)
            list += (pid > 1 ? "," : "") + ("{\"pid\":" + std::to_string(pid) + "}");
        show("{\"gpus\": [{\"processes\": [" + list + "]}]}");
        QCOMPARE(Nvml().read().gpus.at(0).processes.size(), std::size_t(100));
    }

    void a_sampler_follows_the_machine() {
        show(R"({"gpus": [{"used": 1, "total": 9}]})");
        const GpuSampler sampler(0.01);
        QTRY_VERIFY(sampler.latest() && sampler.latest()->gpus.size() == 1);
        show(R"({"gpus": [{"used": 5, "total": 9}]})");
        QTRY_COMPARE(sampler.latest()->gpus.at(0).memory_used, std::uint64_t(5));
    }

    void a_program_shares_one_sampler() {
        show(R"({"gpus": [{"used": 1, "total": 9}]})");
        auto strip = GpuSampler::shared(), page = GpuSampler::shared();
        QCOMPARE(strip, page);
        QTRY_VERIFY(strip->latest());
        strip.reset();
        page.reset();
        show(R"({"gpus": []})"); // a new one knows nothing of before
        const auto later = GpuSampler::shared();
        QTRY_VERIFY(later->latest() && later->latest()->gpus.empty());
    }

    void host_figures_are_those_of_proc() {
        const auto host = read_host_figures();
        QVERIFY(host && host->cores > 0 && host->memory_used < host->memory_total);
        HostFigures later = *host;
        later.total += 200;
        later.busy += 50;
        QCOMPARE(later.load_since(*host), 25);
        QCOMPARE(host->load_since(later), 0);
    }

    void cuda_visible_devices_data() {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QList<int>>("indices");
        QTest::newRow("unset") << QByteArray() << QList<int>{0, 1, 2};
        QTest::newRow("empty") << QByteArray("") << QList<int>{};
        QTest::newRow("indices") << QByteArray("2,0") << QList<int>{2, 0};
        QTest::newRow("up to the first that is missing") << QByteArray("1,7,0") << QList<int>{1};
        QTest::newRow("UUIDs") << QByteArray("GPU-c,GPU-aaaa") << QList<int>{2, 0};
        QTest::newRow("none") << QByteArray("-1") << QList<int>{};
    }
    void cuda_visible_devices() {
        QFETCH(QByteArray, value);
        std::vector<Gpu> gpus(3);
        for (int i = 0; i < 3; ++i) {
            gpus[static_cast<std::size_t>(i)].index = i;
            gpus[static_cast<std::size_t>(i)].uuid = "GPU-" + std::string(4, static_cast<char>('a' + i));
        }
        QList<int> found;
        for (const Gpu& gpu : visible_gpus(gpus, value.isNull() ? nullptr : value.constData()))
            found << gpu.index;
        QTEST(found, "indices");
    }
};

QTEST_GUILESS_MAIN(NvmlTest)
#include "nvml_test.moc"
