// SPDX-License-Identifier: GPL-3.0-or-later
// A supervisor whose event loop does not run: its log says so, and a second signal ends the run all the same.
// Its main thread is stopped by ptrace, and it alone.

#include "event/folder/run_lock.h"
#include "run/policy/stop_signals.h"
#include "run/run_bench.h"
#include "texts.h"

#include <QTest>
#include <algorithm>
#include <csignal>
#include <sys/ptrace.h>
#include <sys/wait.h>

using namespace tunedesk;
using namespace tunedesk::test;
using run::SignalMeaning;

class StalledLoopTest : public QObject {
    Q_OBJECT

    /// Stops the supervisor's main thread alone, as a disk that does not answer would; its pid.
    static int stall(const RunBench& bench) {
        const auto owner = event::read_owner(bench.folder());
        const int pid = owner ? owner->pid : 0;
        int status = 0;
        const bool stopped = pid > 0 && ::ptrace(PTRACE_SEIZE, pid, nullptr, nullptr) == 0 &&
                             ::ptrace(PTRACE_INTERRUPT, pid, nullptr, nullptr) == 0 &&
                             ::waitpid(pid, &status, __WALL) == pid;
        return stopped ? pid : 0;
    }

    /// A detached run, whose main thread is the only one that takes signals.
    static void start(RunBench& bench) {
        bench.set("TUNEDESK_FAKE_STEPS", "100000");
        QCOMPARE(bench.call(bench.run_arguments(2, {"--detach"})).code, 0);
    }

    /// Twice, and waits for the end.
    static void signal_twice(const RunBench& bench, int pid, int number) {
        ::kill(pid, number);
        QTest::qWait(1800);
        QVERIFY(!event::read_exit(bench.folder()));
        ::kill(pid, number);
        QTRY_VERIFY_WITH_TIMEOUT(event::read_exit(bench.folder()), 30'000);
        QVERIFY(RunBench::all_gone(bench.folder(), 10));
        const auto record = event::read_exit(bench.folder());
        QCOMPARE(record->code, 128 + number);
        QVERIFY2(has(record->line, "TD9060"), record->line.c_str());
        ::waitpid(pid, nullptr, __WALL);
        QTRY_VERIFY_WITH_TIMEOUT(!event::RunLock::is_held(bench.folder()), 10'000);
    }

private Q_SLOTS:
    void a_second_signal_ends_it() {
        RunBench bench;
        start(bench);
        const int pid = stall(bench);
        QVERIFY(pid > 0);
        signal_twice(bench, pid, SIGTERM);
    }

    void a_minute_without_the_loop_is_logged() {
        RunBench bench;
        start(bench);
        const int pid = stall(bench);
        QVERIFY(pid > 0);
        const fs::path log = bench.folder().root / "logs" / "supervisor.log";
        const auto said = [&] {
            return fs::exists(log) ? read_file(log, ErrorId::file_unreadable) : std::string();
        };
        QTRY_VERIFY_WITH_TIMEOUT(has(said(), "event loop has not run for 60 s"), 120'000);
        QTest::qWait(2000);
        QCOMPARE(std::ranges::count(said(), '\n'), 1); // once
        signal_twice(bench, pid, SIGINT);
    }

    void signals_are_counted() {
        run::StopSignals signals;
        QCOMPARE(signals.take(SIGHUP, 1), SignalMeaning::hangup);
        QCOMPARE(signals.take(SIGUSR1, 2), SignalMeaning::stop_and_requeue);
        QCOMPARE(signals.take(SIGTERM, 3), SignalMeaning::stop);
        QCOMPARE(signals.take(SIGTERM, 3.01), SignalMeaning::repeat); // timeout(1)
        QCOMPARE(signals.forced_end().signal, 0);
        QCOMPARE(signals.take(SIGINT, 3.02), SignalMeaning::force);
        QCOMPARE(signals.take(SIGTERM, 9), SignalMeaning::force);
        QCOMPARE(signals.forced_end().signal, SIGINT);
        QCOMPARE(signals.forced_end().since, 3.02);
    }
};

QTEST_GUILESS_MAIN(StalledLoopTest)
#include "stalled_loop_test.moc"
