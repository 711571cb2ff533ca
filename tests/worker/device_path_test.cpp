// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker does with state on a device, tried on the host: LibTorch's operations, numbers read late,
// memory given back in a pause. On the simulated device: tests/simulated.

#include "worker/worker_bench.h"

#include "base/files/file.h"

#include <QTest>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;

class DevicePathTest : public QObject {
    Q_OBJECT

    const Environment on_aten{{"TUNEDESK_OPERATIONS", "aten"}};
    WorkerBench bench_;

    Environment with_fault(const std::string& fault) const {
        Environment environment = on_aten;
        environment["TUNEDESK_FAULT"] = fault;
        return environment;
    }

private Q_SLOTS:
    // Dropout is drawn from generators here; no random state is saved.
    void a_killed_run_goes_on_to_the_same_bits_data() {
        QTest::addColumn<QString>("fault");
        QTest::addRow("in a forward pass") << "forward:15:kill";
        QTest::addRow("before an update") << "optimizer:9:kill";
        QTest::addRow("in a checkpoint") << "checkpoint:2:kill";
    }
    void a_killed_run_goes_on_to_the_same_bits() {
        QFETCH(QString, fault);
        const fs::path preset = bench_.preset({{"model.dropout", "0.2"}});
        const event::RunFolder whole = bench_.folder("whole"), run = bench_.folder(fault.toStdString());
        if (!fs::exists(whole.root)) QCOMPARE(bench_.call(whole, preset, on_aten).code, 0);
        QCOMPARE(bench_.call(run, preset, with_fault(fault.toStdString())).code, 128 + SIGKILL);
        QCOMPARE(bench_.call(run, preset, on_aten).code, 0);
        QCOMPARE(difference(traces(whole), traces(run)), std::string());
    }

    void a_pause_leaves_no_trace_data() {
        QTest::addColumn<bool>("stops");
        QTest::addColumn<bool>("saves");
        QTest::addRow("continued") << false << false;
        QTest::addRow("saved while paused, continued") << false << true;
        QTest::addRow("stopped and resumed") << true << false; // saves what had moved to the host
    }
    void a_pause_leaves_no_trace() {
        QFETCH(bool, stops);
        QFETCH(bool, saves);
        // None but the one that is asked for: older ones would make room for it.
        const fs::path preset = bench_.preset({{"training.max_steps", "60"},
                                               {"logging.every_n_steps", "1"},
                                               {"checkpoint.every_n_steps", "0"}});
        const event::RunFolder whole = bench_.folder("unpaused");
        const event::RunFolder run = bench_.folder(stops   ? "paused and stopped"
                                                   : saves ? "paused and saved"
                                                           : "paused");
        if (!fs::exists(whole.root)) {
            const Ended undisturbed = WorkerBench::wait(*bench_.start_supervised(2, whole, preset, on_aten));
            QVERIFY2(undisturbed.code == 0, (undisturbed.out + undisturbed.err).c_str());
        }
        const auto process = bench_.start_supervised(2, run, preset, with_fault("optimizer@0:2:stop"));
        const QString root = QString::fromStdString(run.root.string());
        const auto tell = [&](const char* command) {
            const Ended ended = WorkerBench::wait(*bench_.start_tunedesk({command, root}));
            QVERIFY2(ended.code == 0, ended.err.c_str());
        };
        // It is held in step 2 of the first epoch's six until the supervisor has taken the command.
        const int held = stopped_rank(run);
        QVERIFY(held > 0);
        QVERIFY(WorkerBench::journal_has(run, "\"running\""));
        tell("pause");
        QCOMPARE(::kill(held, SIGCONT), 0);
        QVERIFY(WorkerBench::journal_has(run, "paused at step"));
        if (saves) {
            QVERIFY(checkpoints(run).empty());
            tell("checkpoint");
            QTRY_VERIFY_WITH_TIMEOUT(!checkpoints(run).empty(), 60'000);
        }
        tell(stops ? "stop" : "continue");
        Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == (stops ? 75 : 0), (ended.out + ended.err).c_str());
        if (stops) ended = WorkerBench::wait(*bench_.start_tunedesk({"resume", root}, on_aten));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        for (const char* file : {"final/model.safetensors", "best/model.safetensors", "predictions.csv"})
            QVERIFY(read_file(whole.root / file, ErrorId::file_unreadable) ==
                    read_file(run.root / file, ErrorId::file_unreadable));
        QVERIFY(losses(whole) == losses(run));
    }

    void gpus_that_are_not_there_are_explained() {
        const fs::path preset = bench_.preset({{"parallel.devices", "cuda"}});
        const Ended missing = bench_.call(bench_.folder("no library"), preset,
                                          {{"TUNEDESK_CUDA_LIBRARY", "/nowhere/libtunedesk-cuda.so"}});
        QVERIFY2(missing.code == 5, missing.err.c_str());
        QVERIFY2(missing.err.find("setup.sh --cuda") != std::string::npos, missing.err.c_str());
        if (fs::exists("/dev/nvidia0")) QSKIP("this machine has a GPU: see tests/device");
        const Ended absent = bench_.call(bench_.folder("no GPU"), preset);
        QVERIFY2(absent.code == 5, absent.err.c_str());
        QVERIFY2(absent.err.find("parallel.devices: cpu") != std::string::npos, absent.err.c_str());
    }
};

QTEST_GUILESS_MAIN(DevicePathTest)
#include "device_path_test.moc"
