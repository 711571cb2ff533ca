// SPDX-License-Identifier: GPL-3.0-or-later
// FAULTS 13: one SIGTERM or SIGINT to a supervised run of two ranks, at moments from before the ranks are
// there to after the end. The exit code is that of exit.json, no process is left, and a resumed run ends with
// the bits of one that nothing disturbed.

#include "patience.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;

class StopMomentsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    fs::path preset_;
    std::map<std::string, std::string> undisturbed_;

    /// Stops rank 1 before it can take a signal or say Hello.
    fs::path late_worker() const {
        const fs::path program = bench_.root() / "late" / "tunedesk-worker";
        fs::create_directories(program.parent_path());
        write_file_atomically(program, "#!/bin/sh\n[ $RANK = 0 ] || kill -STOP $$\nexec " TUNEDESK_BIN_DIR
                                       "/tunedesk-worker \"$@\"\n");
        fs::permissions(program, fs::perms::owner_all);
        return program;
    }

    /// Sends the signal while a rank is stopped at a place in its work, and lets it continue once the
    /// supervisor has taken the signal.
    void signal_at(const event::RunFolder& run, const QProcess& process, int number) {
        const int rank = stopped_rank(run);
        QVERIFY(rank > 0);
        ::kill(static_cast<pid_t>(process.processId()), number);
        QVERIFY(WorkerBench::journal_has(run, "\"signal " + std::to_string(number) + ':'));
        ::kill(rank, SIGCONT);
    }

    void verify_same_bits_after_resume(const event::RunFolder& run, const Environment& environment = {}) {
        verify_resumes_to(undisturbed_, run, environment);
    }

    void verify_resumes_to(const std::map<std::string, std::string>& expected, const event::RunFolder& run,
                           const Environment& environment = {}) {
        const Ended resumed =
            WorkerBench::wait(*bench_.start_tunedesk({"resume", to_qt(run.root)}, environment));
        QVERIFY2(resumed.code == 0, (resumed.out + resumed.err).c_str());
        QCOMPARE(event::read_exit(run)->code, 0);
        QCOMPARE(difference(expected, traces_but_saves(run)), std::string());
    }

private Q_SLOTS:
    // 90 rows, 2 ranks of 2 x 4 samples: 6 steps an epoch. Checkpoints of steps 5 and 10, evaluations at 6
    // and 12.
    void initTestCase() {
        preset_ = bench_.preset();
        const event::RunFolder run = bench_.folder("undisturbed");
        const Ended ended = WorkerBench::wait(*bench_.start_supervised(2, run, preset_));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(losses(run).rbegin()->first, 12);
        undisturbed_ = traces_but_saves(run);
    }

    void in_mid_work_data() {
        QTest::addColumn<QString>("place"); // of TUNEDESK_FAULT
        QTest::addColumn<int>("step");      // of the checkpoint that the stop leaves; 0: of any or none
        const std::pair<const char*, int> moments[] = {
            {"load@0:1", 0},        {"load@1:1", 0},       {"forward@0:1", 2},     {"backward@1:4", 3},
            {"allreduce@0:4", 5},   {"checkpoint@0:1", 6}, {"allreduce@1:5", 6},   {"evaluation@1:1", 7},
            {"optimizer@0:7", 8},   {"forward@1:19", 11},  {"optimizer@0:11", 12}, {"evaluation@0:2", 12},
            {"checkpoint@0:3", 12}, {"evaluation@0:3", 12}};
        for (const auto& [place, step] : moments)
            QTest::addRow("%s", place) << place << step;
    }
    void in_mid_work() {
        QFETCH(QString, place);
        QFETCH(int, step);
        const event::RunFolder run = bench_.folder("stopped at " + place.toStdString());
        const auto process =
            bench_.start_supervised(2, run, preset_, {{"TUNEDESK_FAULT", place.toStdString() + ":stop"}});
        signal_at(run, *process, step % 2 ? SIGINT : SIGTERM);
        const Ended ended = WorkerBench::wait(*process);
        const auto record = event::read_exit(run);
        QVERIFY(record);
        QVERIFY2(ended.code == record->code, (std::to_string(ended.code) + ended.err).c_str());
        const bool too_late = step == 12 && place != "optimizer@0:11";
        // The rank's thread that hears commands may be scheduled a step later than the one that trains.
        const bool may_finish = too_late || step >= 11;
        QVERIFY2((ended.code == 75 && !too_late) || (ended.code == 0 && may_finish), ended.err.c_str());
        QVERIFY(RunBench::all_gone(run, patience_s));
        const std::vector<std::int64_t> saved = checkpoints(run);
        if (step > 0) {
            QVERIFY(!saved.empty());
            // Rank 0, which takes the command, may still be in the step before the one that rank 1 stopped
            // in.
            const std::int64_t earliest = place.contains("@1") ? step - 1 : step;
            QVERIFY2(saved.front() >= earliest && saved.front() <= step + 2,
                     std::to_string(saved.front()).c_str());
        }
        verify_same_bits_after_resume(run);
    }

    // One rank works, the other can neither be heard nor hear.
    void before_all_ranks_are_there() {
        const event::RunFolder run = bench_.folder("before the ranks");
        const auto process =
            bench_.start_supervised(2, run, preset_, {{"TUNEDESK_WORKER", late_worker().string()}});
        QVERIFY(WorkerBench::journal_has(run, "\"Hello\""));
        QVERIFY(stopped_rank(run) > 0);
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        const Ended ended = WorkerBench::wait(*process, 20);
        QVERIFY2(ended.code == 75, (std::to_string(ended.code) + ended.err).c_str());
        QCOMPARE(event::read_exit(run)->code, 75);
        QVERIFY(RunBench::all_gone(run, patience_s));
        verify_same_bits_after_resume(run);
    }

    // As SLURM does: a SIGTERM to every process, the supervisor among them, which sends the ranks another.
    void to_every_process_twice() {
        const event::RunFolder run = bench_.folder("signalled twice");
        const auto process =
            bench_.start_supervised(2, run, preset_, {{"TUNEDESK_FAULT", "forward@0:5:stop"}});
        const int stopped = stopped_rank(run);
        QVERIFY(stopped > 0);
        for (int round = 0; round < 2; ++round) {
            for (const int rank : RunBench::processes_of(run, /*workers_only=*/true))
                ::kill(rank, SIGTERM);
            if (round == 0) ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
            QTest::qWait(100); // two that wait together are one
            if (round == 0) ::kill(stopped, SIGCONT);
        }
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 75, (std::to_string(ended.code) + ended.err).c_str());
        QVERIFY(RunBench::all_gone(run, patience_s));
        verify_same_bits_after_resume(run);
    }

    // A shared disk shows one rank the newest checkpoint later than the other: rank 0 picks it for both.
    void one_rank_does_not_see_the_newest_checkpoint_data() {
        QTest::addColumn<QString>("fault");
        for (const char* fault : {"newest@0:1:skip", "newest@1:1:skip"})
            QTest::addRow("%s", fault) << fault;
    }
    void one_rank_does_not_see_the_newest_checkpoint() {
        QFETCH(QString, fault);
        const event::RunFolder run = bench_.folder("newest, " + fault.toStdString());
        const Ended ended = WorkerBench::wait(
            *bench_.start_supervised(2, run, preset_, {{"TUNEDESK_FAULT", "forward@0:23:kill"}}));
        QCOMPARE(ended.code, 7);
        QCOMPARE(checkpoints(run), (std::vector<std::int64_t>{10, 5}));
        verify_same_bits_after_resume(run, {{"TUNEDESK_FAULT", fault.toStdString()}});
    }

    // Sums of three are rounded where those of two are exact.
    void of_three_ranks() {
        const event::RunFolder whole = bench_.folder("three"), run = bench_.folder("three, stopped");
        const Ended ended = WorkerBench::wait(*bench_.start_supervised(3, whole, preset_));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const auto process =
            bench_.start_supervised(3, run, preset_, {{"TUNEDESK_FAULT", "forward@0:5:stop"}});
        signal_at(run, *process, SIGTERM);
        QCOMPARE(WorkerBench::wait(*process).code, 75);
        QCOMPARE(checkpoints(run).front(), 4);
        verify_resumes_to(traces_but_saves(whole), run);
    }

    // Whatever the rest of the machine does meanwhile.
    void once_the_journal_says_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"starting", "Hello", "Started", "CheckpointSaved", "Finished"})
            QTest::addRow("%s", text) << text;
    }
    void once_the_journal_says() {
        QFETCH(QString, text);
        const event::RunFolder run = bench_.folder("stopped after " + text.toStdString());
        const auto process = bench_.start_supervised(2, run, preset_);
        QVERIFY(WorkerBench::journal_has(run, '"' + text.toStdString() + '"'));
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 75 || (ended.code == 0 && text == "Finished"),
                 (std::to_string(ended.code) + ended.err).c_str());
        QCOMPARE(event::read_exit(run)->code, ended.code);
        QVERIFY(RunBench::all_gone(run, patience_s));
        verify_same_bits_after_resume(run);
    }
};

QTEST_GUILESS_MAIN(StopMomentsTest)
#include "stop_moments_test.moc"
