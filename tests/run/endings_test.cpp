// SPDX-License-Identifier: GPL-3.0-or-later
// How runs end: workers that die, hang, fail or misbehave; signals; stop requests. Real processes throughout.

#include "base/clock.h"
#include "patience.h"
#include "preset/yaml/load.h"
#include "run/run_bench.h"
#include "texts.h"

#include <csignal>
#include <fstream>
#include <iterator>

using namespace tunedesk;
using namespace tunedesk::test;

class TestEndings : public QObject {
    Q_OBJECT

    /// The promises of every ending: exit.json tells the same as the error line, and nothing is left.
    void verify_left_clean(const RunBench& bench, const Ended& ended) {
        const auto record = event::read_exit(bench.folder());
        QVERIFY(record);
        QCOMPARE(record->code, ended.code);
        if (ended.code != 0) {
            QVERIFY2(has(ended.err, record->line), ended.err.c_str());
            QVERIFY2(has(record->line, "error[TD") && has(record->line, "; kept: ") &&
                         has(record->line, "; next: "),
                     record->line.c_str());
        }
        QVERIFY(RunBench::all_gone(bench.folder(), patience_s));
        QVERIFY(!fs::exists(bench.folder().socket()));
    }

private Q_SLOTS:
    void worker_data() {
        QTest::addColumn<QString>("fake");
        QTest::addColumn<int>("processes");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says"); // parts, separated by '|'
        QTest::newRow("good") << "" << 2 << 0 << "";
        QTest::newRow("leaves a grandchild") << "grandchild@1" << 2 << 0 << "";
        QTest::newRow("exits early with 0") << "exit0" << 1 << 7 << "TD7013|rank 0";
        QTest::newRow("exits without a word") << "exit3@1" << 2 << 3 << "TD3013|rank 1|logs/rank1.log";
        QTest::newRow("fails in its data") << "fails@1" << 2 << 3 << "TD3105|a bad row|train.csv:7|rank 1";
        QTest::newRow("killed") << "signal9@1" << 2 << 7 << "TD7011|rank 1|SIGKILL (9)|training, step";
        QTest::newRow("crashes") << "signal11@0" << 2 << 7 << "TD7011|rank 0|SIGSEGV (11)";
        QTest::newRow("a peer's death is told, not what it causes")
            << "loses-contact@0,signal9@1" << 2 << 7 << "TD7011|rank 1 was killed";
        QTest::newRow("silent") << "silent@1" << 2 << 7 << "TD7012|rank 1 was silent|training, step 2";
        QTest::newRow("stopped by SIGSTOP") << "freeze@0" << 2 << 7 << "TD7012|rank 0 was silent";
        QTest::newRow("never says Hello") << "mute@1" << 2 << 7 << "TD7012|rank 1|start";
        QTest::newRow("sends garbage") << "garbage@1" << 2 << 7 << "rank 1";
        QTest::newRow("takes its time to end") << "leaves-slowly@0" << 2 << 0 << "";
        QTest::newRow("loses the port once") << "port-taken@0" << 2 << 0 << "";
    }

    void worker() {
        QFETCH(QString, fake);
        QFETCH(int, processes);
        QFETCH(int, code);
        QFETCH(QString, says);
        RunBench bench;
        bench.set("TUNEDESK_FAKE", fake.toStdString());
        // The others must still be at work when one goes wrong.
        if (code != 0) bench.set("TUNEDESK_FAKE_STEPS", "1000");
        const double began = monotonic_seconds();
        const Ended ended = bench.call(bench.run_arguments(processes));
        QVERIFY2(ended.code == code, (ended.out + ended.err).c_str());
        for (const QString& part : says.split('|'))
            QVERIFY2(has(ended.err, part.toStdString()), ended.err.c_str());
        QVERIFY(monotonic_seconds() - began < 30);
        verify_left_clean(bench, ended);
    }

    /// The dynamic loader's words, of a real program with a library that is nowhere.
    void workerLacksALibrary() {
        RunBench bench;
        std::string program = read_file(TUNEDESK_BIN_DIR "/fake_worker", ErrorId::file_unreadable);
        const std::string library = "libstdc++.so.6", nowhere = "libabsent.so.6";
        QVERIFY(has(program, library));
        for (std::size_t at = 0; (at = program.find(library, at)) != std::string::npos;)
            program.replace(at, library.size(), nowhere);
        const fs::path worker = bench.root() / "worker";
        write_file_atomically(worker, program);
        fs::permissions(worker, fs::perms::owner_all);
        bench.set("TUNEDESK_WORKER", worker.string());
        const Ended ended = bench.call(bench.run_arguments(1));
        QCOMPARE(ended.code, 7);
        for (const char* part : {"TD7037", "libabsent.so.6: cannot open", "packaging/setup.sh"})
            QVERIFY2(has(ended.err, part), ended.err.c_str());
        verify_left_clean(bench, ended);
    }

    void workerIsMissing() {
        RunBench bench;
        bench.set("TUNEDESK_WORKER", "/nonexistent/worker");
        const Ended ended = bench.call(bench.run_arguments(1));
        QCOMPARE(ended.code, 7);
        QVERIFY2(has(ended.err, "TD7057") && has(ended.err, "/nonexistent/worker"), ended.err.c_str());
        QVERIFY(!bench.folder().holds_run());
    }

    void signal_data() {
        QTest::addColumn<QList<int>>("signals");
        QTest::addColumn<int>("code");
        QTest::newRow("SIGINT") << QList<int>{SIGINT} << 75;
        QTest::newRow("SIGTERM") << QList<int>{SIGTERM} << 75;
        QTest::newRow("SIGINT twice") << QList<int>{SIGINT, SIGINT} << 130;
        QTest::newRow("SIGINT, then SIGTERM") << QList<int>{SIGINT, SIGTERM} << 143;
        QTest::newRow("SIGHUP") << QList<int>{SIGHUP} << 0;
        QTest::newRow("SIGUSR1") << QList<int>{SIGUSR1} << 75;
    }

    void signal() {
        QFETCH(QList<int>, signals);
        QFETCH(int, code);
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", code == 0 ? "60" : "2000");
        if (signals.size() > 1) bench.set("TUNEDESK_FAKE", "ignore");
        const auto process = bench.start(bench.run_arguments(2));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        for (const int number : signals) {
            ::kill(static_cast<pid_t>(process->processId()), number);
            QTest::qWait(300);
        }
        const Ended ended = RunBench::wait(*process);
        QVERIFY2(ended.code == code, (ended.out + ended.err).c_str());
        if (code == 75) QVERIFY2(has(ended.err, "kept: checkpoint of step"), ended.err.c_str());
        verify_left_clean(bench, ended);
    }

    void stopCommandEndsWith75() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "2000");
        const auto process = bench.start(bench.run_arguments(2));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        QCOMPARE(bench.call({"stop", QString::fromStdString(bench.folder().root.string())}).code, 0);
        const Ended ended = RunBench::wait(*process);
        QCOMPARE(ended.code, 75);
        verify_left_clean(bench, ended);
        // Resumable: the same folder goes on.
        bench.set("TUNEDESK_FAKE_STEPS", "5");
        const QString root = QString::fromStdString(bench.folder().root.string());
        QCOMPARE(bench.call({"resume", root}).code, 0);
        const Ended again = bench.call({"resume", root});
        QCOMPARE(again.code, 0);
        QVERIFY2(has(again.out, "has finished"), again.out.c_str());
    }

    // FAULTS 14
    void whoIgnoresStopIsKilled() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE", "ignore");
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        const auto process =
            bench.start(bench.run_arguments(2, {"--set", "supervision.stop_grace_seconds=1"}));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        const Ended ended = RunBench::wait(*process, 20);
        QVERIFY2(ended.code == 7 && has(ended.err, "ignored stop"), ended.err.c_str());
        verify_left_clean(bench, ended);
    }

    void stopBeforeTheRanksAreThere() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE", "mute@1");
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        const auto process = bench.start(bench.run_arguments(2));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Hello\""));
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        const Ended ended = RunBench::wait(*process, 20);
        // Rank 0 of the stand-in trains without the mute rank, which ends by nothing but SIGKILL.
        QVERIFY2(ended.code == 7 && has(ended.err, "rank 1"), ended.err.c_str());
        verify_left_clean(bench, ended);
    }

    void killCommand() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        const auto process = bench.start(bench.run_arguments(2));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        QCOMPARE(bench.call({"kill", QString::fromStdString(bench.folder().root.string())}).code, 0);
        const Ended ended = RunBench::wait(*process, 20);
        QCOMPARE(ended.code, 137);
        verify_left_clean(bench, ended);
    }

    void pauseAndContinue() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "100");
        const QString root = QString::fromStdString(bench.folder().root.string());
        const auto process = bench.start(bench.run_arguments(2));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        QCOMPARE(bench.call({"pause", root}).code, 0);
        QVERIFY(RunBench::journal_has(bench.folder(), "\"paused\""));
        QTest::qWait(500);
        QCOMPARE(bench.call({"pause", root}).code, 6);
        // A pause is when one wants a checkpoint.
        const Ended saved = bench.call({"checkpoint", root});
        QVERIFY2(saved.code == 0 && has(saved.out, "stays paused"), (saved.out + saved.err).c_str());
        QVERIFY(RunBench::journal_has(bench.folder(), "\"CheckpointSaved\"", 1));
        QVERIFY(!RunBench::journal_has(bench.folder(), "\"Finished\"", 0));
        QCOMPARE(bench.call({"continue", root}).code, 0);
        const Ended ended = RunBench::wait(*process);
        QCOMPARE(ended.code, 0);
        verify_left_clean(bench, ended);
    }

    // FAULTS 3
    void workersDieWithTheSupervisor() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE", "silent@1"); // it would not notice the closed socket
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        const auto process = bench.start(bench.run_arguments(2));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        QCOMPARE(RunBench::processes_of(bench.folder()).size(), std::size_t(2));
        process->kill();
        QVERIFY(RunBench::all_gone(bench.folder(), patience_s));
        process->waitForFinished();
        // The stale socket and lock stand in nobody's way.
        bench.set("TUNEDESK_FAKE", "");
        bench.set("TUNEDESK_FAKE_STEPS", "5");
        QCOMPARE(bench.call({"resume", QString::fromStdString(bench.folder().root.string())}).code, 0);
    }

    // FAULTS 27
    void outOfMemoryIsSuspected() {
        RunBench bench;
        const fs::path events = bench.root() / "memory.events";
        QVERIFY(write_counter(events, 4));
        bench.set("TUNEDESK_CGROUP", bench.root().string());
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        const auto process = bench.start(bench.run_arguments(2));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        QVERIFY(write_counter(events, 5));
        ::kill(RunBench::processes_of(bench.folder()).front(), SIGKILL);
        const Ended ended = RunBench::wait(*process, 20);
        QVERIFY2(ended.code == 7 && has(ended.err, "likely out of memory"), ended.err.c_str());
        verify_left_clean(bench, ended);
    }

    void aGpuThatFailsIsNamed_data() {
        QTest::addColumn<bool>("lost");
        QTest::addColumn<QString>("visible"); // CUDA_VISIBLE_DEVICES
        QTest::addColumn<QString>("log");
        QTest::addColumn<QString>("says");
        const QString xid = "NVRM: Xid (PCI:0000:02:00): 79, pid=1, GPU has fallen off the bus.";
        QTest::newRow("Xid in the kernel's log")
            << false << ""
            << "4,899,1234,-;" + xid
            << "TD7023|rank 1 was killed by signal SIGABRT|\"" + xid + "\"|nvidia-smi";
        QTest::newRow("Xid of another GPU")
            << false << ""
            << "4,899,1234,-;NVRM: Xid (PCI:0000:09:00): 79, pid=1, GPU has fallen off the bus."
            << "TD7011|rank 1 was killed by signal SIGABRT";
        QTest::newRow("lost") << true << ""
                              << ""
                              << "TD7020|GPU 1 (a fake GPU) has fallen off the bus";
        QTest::newRow("lost, of a queued run") << true << "GPU-a,GPU-b"
                                               << ""
                                               << "TD7020|GPU 1 (a fake GPU) has fallen off the bus";
        QTest::newRow("lost, with an Xid")
            << true << ""
            << "4,899,1234,-;" + xid << "has fallen off the bus|\"" + xid + "\"";
    }

    // FAULTS 25
    void aGpuThatFailsIsNamed() {
        QFETCH(bool, lost);
        QFETCH(QString, visible);
        QFETCH(QString, log);
        QFETCH(QString, says);
        RunBench bench;
        bench.show_gpus(R"({"gpus": [{"uuid": "GPU-a", "bus": 1}, {"uuid": "GPU-b", "bus": 2}]})");
        const fs::path kernel_log = bench.root() / "kmsg";
        write_file_atomically(kernel_log, "4,1,2,-;NVRM: Xid (PCI:0000:01:00): 13, of an earlier program\n");
        bench.set("TUNEDESK_KMSG", kernel_log.string());
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        if (!visible.isEmpty()) bench.set("CUDA_VISIBLE_DEVICES", visible.toStdString());
        const auto process = bench.start(bench.run_arguments(2, {"--set", "parallel.devices=cuda"}));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        std::ofstream(kernel_log, std::ios::app) << log.toStdString() << '\n';
        if (lost) {
            bench.show_gpus(R"({"gpus": [{"uuid": "GPU-a", "bus": 1}, {"bus": 2, "lost": true}]})");
        } else {
            for (const int pid : RunBench::processes_of(bench.folder()))
                if (has(environment_of(pid), "LOCAL_RANK=1")) ::kill(pid, SIGABRT);
        }
        const Ended ended = RunBench::wait(*process, 20);
        QCOMPARE(ended.code, 7);
        for (const QString& part : says.split('|'))
            QVERIFY2(has(ended.err, part.toStdString()), ended.err.c_str());
        verify_left_clean(bench, ended);
    }

    void anElasticRunLeavesOutALostGpu_data() {
        QTest::addColumn<QString>("visible");
        QTest::newRow("every GPU") << "";
        QTest::newRow("two of them") << "GPU-a,GPU-b";
    }
    /// The first GPU is lost: the rank that is left must not take it for its own.
    void anElasticRunLeavesOutALostGpu() {
        QFETCH(QString, visible);
        RunBench bench;
        bench.show_gpus(R"({"gpus": [{"uuid": "GPU-a", "bus": 1}, {"uuid": "GPU-b", "bus": 2}]})");
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        bench.set("TUNEDESK_FAKE", "resumes");
        if (!visible.isEmpty()) bench.set("CUDA_VISIBLE_DEVICES", visible.toStdString());
        const auto process = bench.start(
            bench.run_arguments(2, {"--set", "parallel.devices=cuda", "--set", "parallel.elastic=true",
                                    "--set", "training.gradient_accumulation_steps=1"}));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        bench.show_gpus(R"({"gpus": [{"bus": 1, "lost": true}, {"uuid": "GPU-b", "bus": 2}]})");
        QVERIFY(RunBench::journal_has(bench.folder(), "elastic: GPU 0 (a fake GPU) is left out"));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Resumed\""));
        const std::vector<int> workers = RunBench::processes_of(bench.folder());
        QCOMPARE(workers.size(), std::size_t{1});
        QVERIFY(has(environment_of(workers[0]), "CUDA_VISIBLE_DEVICES=GPU-b"));
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        const Ended ended = RunBench::wait(*process, 20);
        QVERIFY2(ended.code == 75, ended.err.c_str());
        const Preset::Parallel left = preset::load(bench.folder().preset()).preset.parallel;
        QCOMPARE(left.processes, 1);
        QCOMPARE(left.devices, std::string("cuda"));
    }

    // FAULTS 16
    void slurmIsAskedToRequeue() {
        RunBench bench;
        const fs::path bin = bench.root() / "bin", asked = bench.root() / "asked";
        fs::create_directories(bin);
        write_file_atomically(bin / "scontrol", "#!/bin/sh\necho \"$@\" > " + asked.string() + "\n");
        fs::permissions(bin / "scontrol", fs::perms::owner_all);
        bench.set("PATH", bin.string() + ":" + qEnvironmentVariable("PATH").toStdString());
        bench.set("SLURM_JOB_ID", "4242");
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        const auto process = bench.start(bench.run_arguments(2));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        ::kill(static_cast<pid_t>(process->processId()), SIGUSR1);
        const Ended ended = RunBench::wait(*process, 20);
        QCOMPARE(ended.code, 75);
        QCOMPARE(read_file(asked, ErrorId::file_unreadable), std::string("requeue 4242\n"));
    }

    // FAULTS 15
    void closedOutputStopsNothing() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "60");
        const auto process = bench.start(bench.run_arguments(2));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        process->closeReadChannel(QProcess::StandardOutput);
        const Ended ended = RunBench::wait(*process);
        QCOMPARE(ended.code, 0);
    }

private:
    static std::string environment_of(int pid) {
        std::ifstream file("/proc/" + std::to_string(pid) + "/environ");
        return {std::istreambuf_iterator<char>(file), {}};
    }

    static bool write_counter(const fs::path& path, int kills) {
        write_file_atomically(path, "low 0\noom 9\noom_kill " + std::to_string(kills) + "\n");
        return fs::exists(path);
    }
};

QTEST_GUILESS_MAIN(TestEndings)
#include "endings_test.moc"
