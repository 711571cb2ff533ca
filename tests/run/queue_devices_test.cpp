// SPDX-License-Identifier: GPL-3.0-or-later
// Queued runs on the GPUs of a machine: none waits while its devices are free, whichever process serves it.

#include "run/queue/queue.h"
#include "run/queue_bench.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

const QStringList on_gpus{"--set", "parallel.devices=cuda"};

/// The value of CUDA_VISIBLE_DEVICES that a run's first rank has; "none" without one.
std::string visible_to(const RunBench& bench, const char* run) {
    const std::vector<int> ranks = RunBench::processes_of(bench.folder(run));
    const std::string name = "CUDA_VISIBLE_DEVICES=";
    const std::string variables = ranks.empty() ? std::string() : variables_of(ranks[0]);
    const std::size_t at = variables.find(name);
    if (at == std::string::npos) return "none";
    return variables.substr(at + name.size()).c_str(); // up to the 0 behind it
}

bool has_begun(const RunBench& bench, const char* run) {
    return RunBench::journal_has(bench.folder(run), "\"Step\"", 60);
}

} // namespace

class QueueDevicesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // FAULTS 45: who revives them is a supervisor whose ranks see one of the two GPUs alone.
    void killed_waiters_find_every_free_gpu() {
        RunBench bench;
        bench.show_gpus(two_gpus);
        bench.set("TUNEDESK_FAKE_STEPS", "100000");
        for (const char* run : {"first", "second"}) {
            QCOMPARE(add(bench, run, on_gpus).code, 0);
            QVERIFY(has_begun(bench, run));
        }
        const std::vector<int> supervisors = queue_processes(bench);
        QCOMPARE(supervisors.size(), std::size_t(2));
        for (const char* run : {"third", "fourth"})
            QCOMPARE(add(bench, run, on_gpus).code, 0);
        QTRY_COMPARE_WITH_TIMEOUT(queue_processes(bench).size(), std::size_t(4), 20'000);
        std::vector<int> waiters = queue_processes(bench);
        std::erase_if(waiters, [&](int pid) { return std::ranges::count(supervisors, pid) > 0; });
        kill_processes(waiters);
        QCOMPARE(bench.call({"kill", root(bench, "first")}).code, 0);
        QVERIFY(has_begun(bench, "third"));
        QCOMPARE(visible_to(bench, "third"), std::string("GPU-a"));
        QCOMPARE(bench.call({"kill", root(bench, "second")}).code, 0);
        QVERIFY(has_begun(bench, "fourth"));
        QCOMPARE(visible_to(bench, "fourth"), std::string("GPU-b"));
        for (const char* run : {"third", "fourth"})
            QCOMPARE(bench.call({"kill", root(bench, run)}).code, 0);
    }

    // FAULTS 45: a killed supervisor's devices are free when its ranks have ended, and not before.
    void ranks_hold_the_claims_too() {
        RunBench bench;
        bench.show_gpus(two_gpus);
        bench.set("TUNEDESK_FAKE_STEPS", "100000");
        QCOMPARE(add(bench, "first", on_gpus).code, 0);
        QVERIFY(has_begun(bench, "first"));
        const std::vector<int> ranks = RunBench::processes_of(bench.folder("first"));
        QCOMPARE(ranks.size(), std::size_t(1));
        int claims = 0;
        for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(ranks[0]) + "/fd")) {
            std::error_code closed_meanwhile;
            const fs::path file = fs::read_symlink(entry.path(), closed_meanwhile);
            claims += file.parent_path().filename() == "devices" && file.filename() == "GPU-a.lock";
        }
        QCOMPARE(claims, 1);
        QCOMPARE(bench.call({"kill", root(bench, "first")}).code, 0);
    }

    void a_killed_waiter_for_two_gpus_gets_both() {
        RunBench bench;
        bench.show_gpus(two_gpus);
        bench.set("TUNEDESK_FAKE_STEPS", "100000");
        QCOMPARE(add(bench, "first", on_gpus).code, 0);
        QVERIFY(has_begun(bench, "first"));
        const std::vector<int> supervisor = queue_processes(bench);
        const QStringList two{"--set", "parallel.processes=2", "--set", "parallel.strategy=ddp"};
        QCOMPARE(add(bench, "pair", on_gpus + two).code, 0);
        QTRY_COMPARE_WITH_TIMEOUT(queue_processes(bench).size(), std::size_t(2), 20'000);
        std::vector<int> waiter = queue_processes(bench);
        std::erase(waiter, supervisor.at(0));
        kill_processes(waiter);
        QCOMPARE(bench.call({"kill", root(bench, "first")}).code, 0);
        QVERIFY(has_begun(bench, "pair"));
        QCOMPARE(visible_to(bench, "pair"), std::string("GPU-a,GPU-b"));
        QCOMPARE(bench.call({"kill", root(bench, "pair")}).code, 0);
    }

    // What CUDA_VISIBLE_DEVICES hides where a run is queued stays hidden from it, and from it alone.
    void hidden_gpus_stay_hidden_data() {
        QTest::addColumn<QString>("devices");
        QTest::addColumn<QString>("those"); // that it may have
        QTest::addColumn<QString>("visible");
        QTest::newRow("any GPU") << "cuda"
                                 << R"(["GPU-b"])"
                                 << "GPU-b";
        QTest::newRow("a listed GPU") << "0"
                                      << R"(["GPU-b"])"
                                      << "1";
    }
    void hidden_gpus_stay_hidden() {
        QFETCH(QString, devices);
        QFETCH(QString, visible);
        RunBench bench;
        bench.show_gpus(two_gpus);
        bench.set("TUNEDESK_FAKE_STEPS", "100000");
        bench.set("CUDA_VISIBLE_DEVICES", "1");
        QCOMPARE(add(bench, "run", {"--hold", "--set", "parallel.devices=" + devices}).code, 0);
        bench.set("CUDA_VISIBLE_DEVICES", "0"); // of another terminal, which starts the process
        const Json entry = Json::parse(bench.call({"queue", "list", "--json"}).out)[0];
        QTEST(QString::fromStdString(entry[devices == "cuda" ? "allowed" : "pinned"].dump()), "those");
        QCOMPARE(bench.call({"queue", "release", "1"}).code, 0);
        QVERIFY(has_begun(bench, "run"));
        QTEST(QString::fromStdString(visible_to(bench, "run")), "visible");
        QCOMPARE(bench.call({"kill", root(bench, "run")}).code, 0);
    }
};

QTEST_GUILESS_MAIN(QueueDevicesTest)
#include "queue_devices_test.moc"
