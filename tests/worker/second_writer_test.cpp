// SPDX-License-Identifier: GPL-3.0-or-later
// A worker without a supervisor beside another writer of the same run folder.

#include "event/journal/journal.h"
#include "patience.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;

class SecondWriterTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    /// Long enough to be found alive.
    fs::path endless() const { return bench_.preset({{"training.max_steps", "1000000"}}); }

    static void numbers_rise(const event::RunFolder& run) {
        std::uint64_t last = 0;
        event::replay_journal(run, 0, [&](const event::Event& event) {
            QVERIFY2(event.seq > last, std::to_string(event.seq).c_str());
            last = event.seq;
        });
        QVERIFY(last > 0);
    }

private Q_SLOTS:
    // FAULTS 42
    void beside_a_supervised_run_it_is_refused() {
        const event::RunFolder run = bench_.folder("supervised");
        const fs::path preset = endless();
        const auto first = bench_.start_supervised(1, run, preset);
        QVERIFY(WorkerBench::journal_has(run, "\"Step\""));
        const Ended second = bench_.call(run, preset);
        QVERIFY2(second.code == 6 && has(second.err, "TD6011"), (second.out + second.err).c_str());
        ::kill(static_cast<pid_t>(first->processId()), SIGTERM);
        QCOMPARE(WorkerBench::wait(*first).code, 75);
        numbers_rise(run);
    }

    // FAULTS 42
    void it_takes_over_from_another_where_it_is_told_to() {
        const event::RunFolder run = bench_.folder("taken over");
        const fs::path preset = endless();
        const auto first = bench_.start(run, preset);
        QVERIFY(WorkerBench::journal_has(run, "\"CheckpointSaved\""));
        const Ended refused = bench_.call(run, preset);
        QVERIFY2(refused.code == 6 && has(refused.err, "TD6011"), (refused.out + refused.err).c_str());
        const std::string container = (bench_.root() / "container").string(); // other locks than the first's
        const auto second = bench_.start(run, preset, {{"XDG_STATE_HOME", container}}, {"--take-over"});
        const Ended ended = WorkerBench::wait(*first);
        const std::string successor = ", pid " + std::to_string(second->processId()) + ",";
        QVERIFY2(ended.code == 6 && has(ended.err, "TD6019") && has(ended.err, successor.c_str()),
                 (ended.out + ended.err).c_str());
        QVERIFY(WorkerBench::journal_has(run, "\"Resumed\""));
        ::kill(static_cast<pid_t>(second->processId()), SIGTERM);
        QCOMPARE(WorkerBench::wait(*second).code, 75);
        numbers_rise(run);
    }
};

QTEST_GUILESS_MAIN(SecondWriterTest)
#include "second_writer_test.moc"
