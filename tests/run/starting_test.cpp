// SPDX-License-Identifier: GPL-3.0-or-later
// What is refused before a run starts, who may supervise a folder, and detached runs.

#include "event/folder/run_lock.h"
#include "long_tests.h"
#include "run/run_bench.h"
#include "run/surroundings.h"
#include "texts.h"
#include "tracing.h"

#include <QTest>
#include <atomic>
#include <barrier>
#include <csignal>
#include <fstream>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::test;

class TestStarting : public QObject {
    Q_OBJECT

    static QString root(const RunBench& bench) {
        return QString::fromStdString(bench.folder().root.string());
    }

private Q_SLOTS:
    void mistakesBeforeTheStart_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("model") << QStringList{"--set", "model.path=nowhere"} << 4 << "TD4001|config.json";
        QTest::newRow("data") << QStringList{"--set", "data.train=none.csv"} << 3
                              << "TD3001|none.csv|data.train";
        QTest::newRow("key") << QStringList{"--set", "training.optimm=adam"} << 2 << "training.optimm|optim";
        QTest::newRow("option") << QStringList{"--detatch"} << 2 << "TD2000|--detatch|tunedesk run --help";
        QTest::newRow("read-only folder") << QStringList{"--run-dir", "/proc/run"} << 5 << "TD5011|/proc/run";
        QTest::newRow("nothing can be made") // and the model would need more than is free there
            << QStringList{"--run-dir", "/proc/run", "--set", "checkpoint.keep=1000000"} << 5
            << "TD5011|/proc/run|--run-dir";
    }

    void mistakesBeforeTheStart() {
        QFETCH(QStringList, more);
        QFETCH(int, code);
        QFETCH(QString, says);
        RunBench bench;
        const QString preset = QString::fromStdString(bench.preset().string());
        const Ended ended = bench.call(QStringList{"run", preset} + more);
        QVERIFY2(ended.code == code, ended.err.c_str());
        for (const QString& part : says.split('|'))
            QVERIFY2(has(ended.err, part.toStdString()), ended.err.c_str());
        QVERIFY(!fs::exists(bench.root() / "runs"));
    }

    // FAULTS 23
    void secondRunInOneFolder() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        const auto first = bench.start(bench.run_arguments(1));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        char host[256] = {};
        ::gethostname(host, sizeof host - 1);
        for (const QStringList& arguments : {bench.run_arguments(1), QStringList{"resume", root(bench)}}) {
            const Ended second = bench.call(arguments);
            QCOMPARE(second.code, 6);
            QVERIFY2(has(second.err, "TD6011") && has(second.err, host) &&
                         has(second.err, "pid " + std::to_string(first->processId())),
                     second.err.c_str());
        }
        ::kill(static_cast<pid_t>(first->processId()), SIGTERM);
        QCOMPARE(RunBench::wait(*first).code, 75);
        const Ended third = bench.call(bench.run_arguments(1));
        QVERIFY2(third.code == 2 && has(third.err, "TD2011") && has(third.err, "resume"), third.err.c_str());
    }

    void nobodysFilesAreReplaced() {
        RunBench bench;
        const fs::path mine = bench.folder().root / "predictions.csv";
        fs::create_directories(mine.parent_path());
        write_file_atomically(mine, "mine\n");
        const Ended refused = bench.call(bench.run_arguments(1));
        QVERIFY2(refused.code == 2 && has(refused.err, "TD2010") && has(refused.err, "predictions.csv"),
                 refused.err.c_str());
        QCOMPARE(read_file(mine, ErrorId::file_unreadable), std::string("mine\n"));
        // Files that no run touches are no hindrance.
        fs::rename(mine, mine.parent_path() / "notes.txt");
        QCOMPARE(bench.call(bench.run_arguments(1)).code, 0);
        QCOMPARE(read_file(mine.parent_path() / "notes.txt", ErrorId::file_unreadable),
                 std::string("mine\n"));
    }

    void aLockThatFailsIsBusy_data() {
        QTest::addColumn<QString>("error");
        for (const char* error : {"ENOLCK", "EIO", "EAGAIN"})
            QTest::newRow(error) << error;
    }
    // FAULTS 23
    /// Every flock() of the real program fails: no run without its lock, and nothing of one in the folder.
    void aLockThatFailsIsBusy() {
        if (!tracing_works()) QSKIP(no_tracing);
        QFETCH(QString, error);
        RunBench bench;
        const auto process = bench.start_program(
            "strace", QStringList{"-f", "-qq", "-o", "/dev/null", "-e", "trace=flock", "-e",
                                  "inject=flock:error=" + error, TUNEDESK_BIN_DIR "/tunedesk", "--no-gui"} +
                          bench.run_arguments(1));
        const Ended ended = RunBench::wait(*process);
        QVERIFY2(ended.code == 6, (std::to_string(ended.code) + ended.err).c_str());
        QVERIFY2(has(ended.err, "error[TD60") && has(ended.err, "next:"), ended.err.c_str());
        QVERIFY(!bench.folder().holds_run() && !fs::exists(bench.folder().journal()));
        QCOMPARE(bench.call(bench.run_arguments(1)).code, 0);
    }

    // FAULTS 10
    void ofManyStartersOneWins() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "150");
        std::vector<std::unique_ptr<QProcess>> starters;
        for (int i = 0; i < 6; ++i)
            starters.push_back(bench.start(bench.run_arguments(1)));
        std::vector<int> codes;
        for (const auto& starter : starters)
            codes.push_back(RunBench::wait(*starter).code);
        QCOMPARE(std::count(codes.begin(), codes.end(), 0), 1);
        // Who came too late even for the race meets a finished run.
        QCOMPARE(std::count(codes.begin(), codes.end(), 6) + std::count(codes.begin(), codes.end(), 2), 5);
    }

    // FAULTS 10, 23
    void theLockHasOneHolderInEveryRace() {
        RunBench bench;
        const event::RunFolder folder = bench.folder();
        fs::create_directories(folder.root);
        constexpr int threads = 3;
        const int count = rounds(250, 1000);
        std::barrier line(threads);
        std::atomic<int> holders = 0, most = 0, won = 0;
        std::vector<std::thread> racers;
        for (int i = 0; i < threads; ++i)
            racers.emplace_back([&] {
                for (int round = 0; round < count; ++round) {
                    line.arrive_and_wait();
                    try {
                        const event::RunLock lock(folder);
                        const int now = ++holders;
                        if (now > most) most = now;
                        ++won;
                        --holders;
                    } catch (const Error& error) {
                        if (!error.is(ErrorId::run_folder_busy_by) && !error.is(ErrorId::run_folder_busy))
                            most = 99;
                    }
                }
            });
        for (std::thread& racer : racers)
            racer.join();
        QCOMPARE(most.load(), 1);
        QVERIFY(won >= count);
        QVERIFY(!event::RunLock::is_held(folder));
    }

    // FAULTS 12
    void aFixedPortThatIsTaken() {
        RunBench bench;
        const int port = run::free_port();
        FileDescriptor taken(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        QCOMPARE(::bind(taken.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        QCOMPARE(::listen(taken.get(), 1), 0);
        const Ended ended =
            bench.call(bench.run_arguments(1, {"--set", QString("parallel.master_port=%1").arg(port)}));
        QVERIFY2(ended.code == 6 && has(ended.err, std::to_string(port)), ended.err.c_str());
    }

    void detachedRunGoesOn() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "100");
        const Ended started = bench.call(bench.run_arguments(2, {"--detach"}));
        QCOMPARE(started.code, 0);
        QCOMPARE(started.out, bench.folder().root.string() + "\n");
        QVERIFY(event::RunLock::is_held(bench.folder()));
        QCOMPARE(RunBench::processes_of(bench.folder()).size(), std::size_t(2));
        const Ended watched = bench.call({"attach", root(bench)});
        QCOMPARE(watched.code, 0);
        QVERIFY(has(watched.out, "step 100/100"));
        // It stands in the register, where `list` finds it.
        const fs::path entry =
            bench.root() / "state" / "tunedesk" / "runs" / (bench.folder().identity() + ".json");
        QVERIFY(has(read_file(entry, ErrorId::file_unreadable), bench.folder().root.string()));
    }

    void detachedFailureIsTold() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE", "exit0");
        const Ended ended = bench.call(bench.run_arguments(1, {"--detach"}));
        QVERIFY2(ended.code == 7 && has(ended.err, "error[TD7013]"), ended.err.c_str());
        const Ended second = bench.call(bench.run_arguments(1, {"--detach"}));
        QVERIFY2(second.code == 2 && has(second.err, "TD2011"), second.err.c_str());
    }

    void waitingThreadsSleep_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("seen");
        QTest::newRow("nothing said") << ""
                                      << ""
                                      << "spins=1000 ";
        QTest::newRow("spins said") << "GOMP_SPINCOUNT"
                                    << "7"
                                    << "spins=7 ";
        QTest::newRow("a policy said") << "OMP_WAIT_POLICY"
                                       << "active"
                                       << "spins= ";
    }
    /// A worker that only tells how its threads would wait.
    void waitingThreadsSleep() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(QString, seen);
        RunBench bench;
        const fs::path worker = bench.root() / "worker";
        write_file_atomically(worker, "#!/bin/sh\necho \"spins=$GOMP_SPINCOUNT \"\nexit 3\n");
        fs::permissions(worker, fs::perms::owner_all);
        bench.set("TUNEDESK_WORKER", worker.string());
        if (!name.isEmpty()) bench.set(name.toUtf8(), value.toStdString());
        bench.call(bench.run_arguments(1));
        const std::string log = read_file(bench.folder().log(0), ErrorId::file_unreadable);
        QVERIFY2(has(log, seen.toStdString()), log.c_str());
    }

    // FAULTS 24
    void aGpuInUseIsToldWithItsUsers() {
        RunBench bench;
        const std::string self = std::to_string(::getpid());
        bench.show_gpus("{\"gpus\": [{\"name\": \"NVIDIA A100\", \"uuid\": \"GPU-a\", \"processes\": "
                        "[{\"pid\": " +
                        self +
                        ", \"bytes\": 1073741824}]}, {\"uuid\": \"GPU-b\", "
                        "\"processes\": [{\"pid\": 999999}]}]}");
        bench.set("TUNEDESK_FAKE_STEPS", "60");
        const Ended ended = bench.call(bench.run_arguments(1, {"--set", "parallel.devices=cuda"}));
        QCOMPARE(ended.code, 0);
        QVERIFY2(has(ended.out, "warning: GPU 0 (NVIDIA A100) is in use already by pid " + self) &&
                     has(ended.out, "with 1 GiB"),
                 ended.out.c_str());
        QVERIFY(!has(ended.out, "999999")); // one rank needs the first GPU alone
        const Ended on_cpu = bench.call({"run", QString::fromStdString(bench.preset().string()), "--run-dir",
                                         QString::fromStdString(bench.folder("cpu").root.string()), "--set",
                                         "parallel.devices=cpu"});
        QCOMPARE(on_cpu.code, 0);
        QVERIFY(!has(on_cpu.out, "is in use"));
    }

    // FAULTS 40
    void logoutWarning() {
        RunBench bench;
        std::ofstream(bench.root() / "logind.conf") << "[Login]\nKillUserProcesses=yes\n";
        bench.set("TUNEDESK_LOGIND", bench.root().string());
        const Ended ended = bench.call(bench.run_arguments(1));
        QVERIFY2(has(ended.out, "loginctl enable-linger"), ended.out.c_str());
    }
};

QTEST_GUILESS_MAIN(TestStarting)
#include "starting_test.moc"
