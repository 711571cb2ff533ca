// SPDX-License-Identifier: GPL-3.0-or-later
// Real ranks under the real supervisor that call collectives which do not belong together: the run ends soon,
// and says what both sides called. Who is slow, or has failed before, is another matter.

#include "base/clock.h"
#include "patience.h"
#include "worker/worker_bench.h"

#include <QRegularExpression>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;
using event::CollectiveCall;
using event::Diagnosis;

namespace {

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const char* const backends[] = {"shm", "gloo"};

} // namespace

class StrategyFaultsCallsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    /// Several buckets of gradients a step; nothing is noticed by a limit of time.
    fs::path preset(const QString& strategy, int ranks, const QString& backend,
                    const char* timeout = "300") const {
        return bench_.preset({{"parallel.strategy", strategy.toStdString()},
                              {"parallel.processes", std::to_string(ranks)},
                              {"parallel.bucket_mb", "0.02"},
                              {"parallel.backend", backend == "shm" ? "auto" : "gloo"},
                              {"logging.every_n_steps", "1"},
                              {"supervision.rank_timeout_seconds", timeout}});
    }

    event::RunFolder folder() const {
        static int number = 0;
        return bench_.folder("run " + std::to_string(number++));
    }

    std::unique_ptr<QProcess> start(const event::RunFolder& run, const fs::path& preset,
                                    const std::string& faults = {}) const {
        return bench_.start_tunedesk({"run", QString::fromStdString(preset.string()), "--run-dir",
                                      QString::fromStdString(run.root.string())},
                                     {{"TUNEDESK_FAULT", faults}});
    }

    /// Starts ranks of which one stops itself, and lets it continue. The seconds from then to the end.
    double run_past_a_stop(const event::RunFolder& run, const fs::path& preset, const std::string& faults,
                           Ended& ended, int stopped_ms = 0) const {
        const auto process = start(run, preset, faults);
        const int pid = stopped_rank(run);
        if (pid == 0) qFatal("no rank has stopped");
        if (stopped_ms) QTest::qWait(stopped_ms);
        ::kill(pid, SIGCONT);
        const double start = monotonic_seconds();
        ended = WorkerBench::wait(*process);
        return monotonic_seconds() - start;
    }

    static void verify_gone(const event::RunFolder& run, const Ended& ended) {
        QVERIFY2(ended.code == 7, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        QCOMPARE(event::read_exit(run)->code, 7);
        QVERIFY(RunBench::all_gone(run, patience_s));
        QVERIFY(holds(ended.err, "; next: "));
    }

    /// What was called, with all that tells it from others, is in the message and in collectives.log.
    static void verify_told(const Ended& ended, int rank, const CollectiveCall& call) {
        const std::string text = "rank " + std::to_string(rank) + ": " + call.op + ' ' +
                                 std::to_string(call.sequence) + " of " + std::to_string(call.bytes) +
                                 " bytes, ranks " + call.ranks + ", block " +
                                 (call.block < 0 ? "-" : std::to_string(call.block));
        QVERIFY2(holds(ended.err, text), (text + '\n' + ended.err).c_str());
    }

private Q_SLOTS:
    void other_calls_are_told_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("backend");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("rank"); // whose call is another one
        QTest::addColumn<QString>("purpose");
        QTest::addColumn<int>("passage");
        QTest::addColumn<QString>("action");
        const auto row = [](const char* strategy, const char* backend, int ranks, int rank,
                            const char* purpose, int passage, const char* action) {
            QTest::addRow("%s, %s, %d ranks, rank %d, %s %d: %s", strategy, backend, ranks, rank, purpose,
                          passage, action)
                << strategy << backend << ranks << rank << purpose << passage << action;
        };
        for (const char* const backend : backends) {
            for (const char* const action : {"skip", "grow", "swap"})
                row("ddp", backend, 2, 1, "gradient sum", 11, action);
            row("ddp", backend, 2, 1, "gradient sum", 12, "skip"); // the last one of a step
            row("ddp", backend, 2, 1, "step figures", 3, "skip");
            row("zero1", backend, 2, 1, "parameter spread", 9, "skip");
            row("zero2", backend, 2, 1, "gradient sum", 11, "grow");
            row("zero3", backend, 2, 1, "parameter gather", 21, "grow");
            // Of three ranks, another one than the first of the others differs.
            row("zero2", backend, 3, 1, "gradient sum", 11, "skip");
            row("zero3", backend, 3, 2, "parameter gather", 21, "skip");
            for (const int ranks : {2, 3}) {
                row("ddp", backend, ranks, 0, "gradient sum", 11, "skip");
                row("ddp", backend, ranks, ranks - 1, "evaluation", 1, "skip");
            }
        }
    }
    void other_calls_are_told() {
        QFETCH(QString, strategy);
        QFETCH(QString, backend);
        QFETCH(int, ranks);
        QFETCH(int, rank);
        QFETCH(QString, purpose);
        QFETCH(int, passage);
        QFETCH(QString, action);
        const event::RunFolder run = folder();
        const QString place = QString("call %1@%2").arg(purpose).arg(rank);
        const std::string faults =
            QString("forward@%1:3:stop,%2:%3:%4").arg(rank).arg(place).arg(passage).arg(action).toStdString();
        Ended ended;
        const double seconds = run_past_a_stop(run, preset(strategy, ranks, backend), faults, ended);
        verify_gone(run, ended);
        QVERIFY2(seconds < 10, std::to_string(seconds).c_str());
        const auto found = event::read_exit(run)->diagnosis;
        QVERIFY2(found && found->kind == Diagnosis::Kind::parted, ended.err.c_str());
        QVERIFY2(found->rank == rank && found->other_rank != rank, ended.err.c_str());
        for (const CollectiveCall* call : {&found->call, &found->other_call}) {
            QCOMPARE(call->ranks, std::string(ranks == 2 ? "0, 1" : "0-2"));
            QVERIFY(call->sequence > 0);
        }
        verify_told(ended, rank, found->call);
        verify_told(ended, found->other_rank, found->other_call);
        if (strategy == "ddp" && passage == 11) { // within a step's backward pass
            QCOMPARE(found->call.sequence, found->other_call.sequence);
            QVERIFY(found->call.block >= 0 && found->other_call.block >= 0);
            QCOMPARE(found->call.op, std::string(action == "swap" ? "broadcast" : "sum"));
            if (action == "grow") QCOMPARE(found->call.bytes, 2 * found->other_call.bytes);
            if (action == "skip") QCOMPARE(found->call.block, found->other_call.block + 1);
        }
        const std::string lines = read_file(run.root / "logs" / "collectives.log", ErrorId::file_unreadable);
        QVERIFY2(holds(lines, "rank 0") && holds(lines, purpose.toStdString()), lines.c_str());
    }

    void each_backend_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("backend");
        QTest::addColumn<int>("ranks");
        for (const char* const backend : backends)
            for (const auto& [strategy, ranks] : {std::pair("ddp", 2), {"zero3", 3}})
                QTest::addRow("%s, %s, %d ranks", strategy, backend, ranks) << strategy << backend << ranks;
    }

    void a_slow_rank_is_not_reported_data() { each_backend_data(); }
    /// Stopped in a step for five seconds of the ten that it may be silent.
    void a_slow_rank_is_not_reported() {
        QFETCH(QString, strategy);
        QFETCH(QString, backend);
        QFETCH(int, ranks);
        const fs::path patient = preset(strategy, ranks, backend, "10");
        const event::RunFolder whole = folder(), run = folder();
        const auto beside = start(whole, patient);
        Ended ended;
        run_past_a_stop(run, patient, "forward@1:5:stop", ended, 5000);
        const Ended undisturbed = WorkerBench::wait(*beside);
        QVERIFY2(undisturbed.code == 0, undisturbed.err.c_str());
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QVERIFY(!event::read_exit(run)->diagnosis);
        QVERIFY(!fs::exists(run.root / "logs" / "collectives.log"));
        QCOMPARE(difference(traces(whole), traces(run)), std::string());
    }

    void a_rank_that_threw_is_the_cause_data() { each_backend_data(); }
    /// Its peers wait for it, lose it, and report that first or last.
    void a_rank_that_threw_is_the_cause() {
        QFETCH(QString, strategy);
        QFETCH(QString, backend);
        QFETCH(int, ranks);
        const event::RunFolder run = folder();
        Ended ended;
        const double seconds = run_past_a_stop(run, preset(strategy, ranks, backend),
                                               "forward@1:5:stop,forward@1:6:throw", ended, 1000);
        verify_gone(run, ended);
        QVERIFY2(seconds < 10, std::to_string(seconds).c_str());
        QVERIFY2(holds(ended.err, "TD7060") && holds(ended.err, "a fault was injected") &&
                     holds(ended.err, "where (rank 1"),
                 ended.err.c_str());
        const auto found = event::read_exit(run)->diagnosis;
        QVERIFY2(found && found->kind == Diagnosis::Kind::threw && found->rank == 1, ended.err.c_str());
        QVERIFY2(holds(ended.err, "rank 1 failed after the "), ended.err.c_str());
        verify_told(ended, 1, found->call);
    }
};

QTEST_GUILESS_MAIN(StrategyFaultsCallsTest)
#include "strategy_faults_calls_test.moc"
