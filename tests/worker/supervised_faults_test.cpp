// SPDX-License-Identifier: GPL-3.0-or-later
// Faults with two real ranks under the real supervisor: whatever befalls a rank, the run ends
// soon with the right words, leaves no process, and resumes to the bits of a run that nothing befell.

#include "base/clock.h"
#include "patience.h"
#include "worker/worker_bench.h"

#include <QRegularExpression>
#include <csignal>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The collective that a rank of two did not enter, of the flight records that the supervisor read.
event::Diagnosis lacking(int rank, const char* collective, std::int64_t step) {
    return {event::Diagnosis::Kind::behind, rank, 1 - rank, collective, "", step};
}

/// But for the calls, which `strategy_faults` compares.
bool is_like(event::Diagnosis found, const event::Diagnosis& expected) {
    found.call = found.other_call = {};
    return found == expected;
}

/// Whether no thread of a process computes.
bool is_asleep(int pid) {
    std::error_code gone;
    for (const auto& thread : fs::directory_iterator(fs::path("/proc") / std::to_string(pid) / "task", gone))
        if (process_state(std::stoi(thread.path().filename())) == 'R') return false;
    return true;
}

/// Until the rank beside this one waits for it: on a loaded machine it may be on its way to the collective.
void let_the_other_arrive(const event::RunFolder& run, int stopped) {
    constexpr int enough = 15, most = 100;
    for (const event::Event& hello : events_of(run, event::Type::Hello)) {
        const int pid = hello.fields.at("pid").get<int>();
        for (int asleep = 0, looks = 0; pid != stopped && asleep < enough && looks < most; ++looks) {
            QTest::qWait(20);
            asleep = is_asleep(pid) ? asleep + 1 : 0;
        }
    }
}

} // namespace

class SupervisedFaultsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    fs::path preset_;
    std::map<std::string, std::string> whole_; ///< traces of the run that nothing befell

    std::unique_ptr<QProcess> start(const event::RunFolder& run, const Environment& environment) {
        return bench_.start_supervised(2, run, preset_, environment);
    }

    void verify_failed(const event::RunFolder& run, const Ended& ended, const QString& says) {
        QVERIFY2(ended.code == 7, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        for (const QString& part : says.split('|'))
            QVERIFY2(holds(ended.err, part.toStdString()), ended.err.c_str());
        QVERIFY2(holds(ended.err, "; next: tunedesk --no-gui resume ") ||
                     holds(ended.err, "; next: resume from") || holds(ended.err, "rank_timeout_seconds") ||
                     holds(ended.err, "; next: see the logs of the other ranks"),
                 ended.err.c_str());
        QCOMPARE(event::read_exit(run)->code, 7);
        QVERIFY(RunBench::all_gone(run, patience_s));
    }

    void verify_resumes(const event::RunFolder& run, bool saves_too = true) {
        const auto process = bench_.start_tunedesk({"resume", QString::fromStdString(run.root.string())});
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(saves_too ? difference(whole_, traces(run))
                           : difference(traces_but_saves(bench_.folder("whole")), traces_but_saves(run)),
                 std::string());
    }

private Q_SLOTS:
    // 90 rows, 2 ranks of 2 x 4 samples: 6 steps an epoch.
    void initTestCase() {
        preset_ = bench_.preset({{"supervision.rank_timeout_seconds", "6"}});
        const event::RunFolder run = bench_.folder("whole");
        const Ended ended = WorkerBench::wait(*start(run, {}));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        whole_ = traces(run);
        QCOMPARE(losses(run).rbegin()->first, 12);
        const std::vector<std::int64_t> expected{12, 10};
        QCOMPARE(checkpoints(run), expected);
    }

    void killed_at_a_site_data() {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<int>("kept");
        QTest::addColumn<QString>("lacks"); // of which collective the rank is the one that did not enter it
        QTest::addColumn<int>("step");
        QTest::addRow("load") << "load@1:1" << 0 << "" << 0;
        QTest::addRow("forward") << "forward@1:13" << 5 << "gradient sum" << 7;
        QTest::addRow("backward") << "backward@1:14" << 5 << "gradient sum" << 7;
        QTest::addRow("all-reduce") << "allreduce@1:7" << 5 << "gradient sum" << 7;
        QTest::addRow("optimizer") << "optimizer@1:7" << 5 << "control exchange" << 7;
        QTest::addRow("evaluation") << "evaluation@1:2" << 10 << "evaluation" << 12;
        QTest::addRow("forward of rank 0") << "forward@0:13" << 5 << "gradient sum" << 7;
        QTest::addRow("optimizer of rank 0") << "optimizer@0:7" << 5 << "control exchange" << 7;
    }
    // FAULTS 1
    void killed_at_a_site() {
        QFETCH(QString, fault);
        QFETCH(int, kept);
        QFETCH(QString, lacks);
        QFETCH(int, step);
        const event::RunFolder run = bench_.folder("killed " + fault.toStdString());
        // The rank stops itself at the site, so that the clock starts when it is killed there.
        const auto process = start(run, {{"TUNEDESK_FAULT", fault.toStdString() + ":stop"}});
        const int pid = stopped_rank(run);
        QVERIFY(pid > 0);
        let_the_other_arrive(run, pid);
        const double killed = monotonic_seconds();
        QCOMPARE(::kill(pid, SIGKILL), 0);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY(monotonic_seconds() - killed < 10);
        const QString rank = fault.section('@', 1).section(':', 0, 0);
        verify_failed(run, ended,
                      "TD7011|rank " + rank + " was killed by signal SIGKILL (9)|kept: " +
                          (kept ? QString("checkpoint of step %1").arg(kept) : "no checkpoint"));
        const std::optional<event::Diagnosis> found = event::read_exit(run)->diagnosis;
        QCOMPARE(found.has_value(), !lacks.isEmpty());
        if (found) QVERIFY2(is_like(*found, lacking(rank.toInt(), lacks.toUtf8(), step)), ended.err.c_str());
        if (kept)
            QCOMPARE(checkpoints(run).front(), kept);
        else
            QVERIFY(checkpoints(run).empty());
        verify_resumes(run);
    }

    // The one that hangs is named, not the one that waits for it.
    void frozen_at_a_site_data() {
        QTest::addColumn<QString>("fault");
        // Steps after an evaluation: a rank that stops right after one may not have said yet that it trains
        // again.
        QTest::addRow("forward") << "forward@1:17";
        QTest::addRow("all-reduce of rank 0") << "allreduce@0:9";
    }
    // FAULTS 4
    void frozen_at_a_site() {
        QFETCH(QString, fault);
        const event::RunFolder run = bench_.folder("frozen " + fault.toStdString());
        const auto process = start(run, {{"TUNEDESK_FAULT", fault.toStdString() + ":stop"}});
        QVERIFY(stopped_rank(run) > 0);
        const double frozen = monotonic_seconds();
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY(monotonic_seconds() - frozen < 6 + 10);
        const QString rank = fault.section('@', 1).section(':', 0, 0), other = rank == "0" ? "1" : "0";
        verify_failed(run, ended, QString("TD7012|rank %1 was silent|where (rank %1, training").arg(rank));
        const QRegularExpression where(QString("where \\(rank %1, training, step [6-8], collective \\d+; "
                                               "rank %2, training, step [6-8], collective ")
                                           .arg(rank, other));
        QVERIFY2(where.match(QString::fromStdString(ended.err)).hasMatch(), ended.err.c_str());
        const auto found = event::read_exit(run)->diagnosis;
        QVERIFY2(found && is_like(*found, lacking(rank.toInt(), "gradient sum", 9)), ended.err.c_str());
        const QString sentence =
            QString("rank %1 did not enter the gradient sum, which rank %2 did (step 9)");
        QVERIFY2(holds(ended.err, sentence.arg(rank, other).toStdString()), ended.err.c_str());
        const std::string lines = read_file(run.root / "logs" / "collectives.log", ErrorId::file_unreadable);
        QVERIFY2(holds(lines, "rank 0\n") && holds(lines, "rank 1\n") && holds(lines, "gradient sum"),
                 lines.c_str());
        verify_resumes(run);
    }

    void ranks_that_part_are_noticed_data() {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("says");
        QTest::addRow("one leaves out a collective")
            << "allreduce@1:7:skip"
            << "TD7602|rank 1 called the row sum where rank 0 called the "
               "gradient sum (step 7)";
        QTest::addRow("one leaves out an update")
            << "optimizer@1:7:skip"
            << "TD7603|the ranks disagree|steps 7 to 7|updates 6 to 7|collectives ";
    }
    // FAULTS 5
    void ranks_that_part_are_noticed() {
        QFETCH(QString, fault);
        QFETCH(QString, says);
        const event::RunFolder run = bench_.folder("parted " + fault.toStdString());
        const Ended ended = WorkerBench::wait(*start(run, {{"TUNEDESK_FAULT", fault.toStdString()}}));
        verify_failed(run, ended, says);
        QCOMPARE(checkpoints(run).front(), 5);
        verify_resumes(run);
    }

    void slurm_takes_the_node_data() {
        QTest::addColumn<bool>("in_mid_save");
        QTest::addRow("after USR1 there is time to save") << false;
        QTest::addRow("SIGKILL comes in mid-save") << true;
    }
    // FAULTS 16
    void slurm_takes_the_node() {
        QFETCH(bool, in_mid_save);
        const event::RunFolder run = bench_.folder(in_mid_save ? "slurm killed" : "slurm");
        const fs::path bin = bench_.root() / "bin", asked = bench_.root() / "asked";
        fs::create_directories(bin);
        fs::remove(asked);
        std::ofstream(bin / "scontrol") << "#!/bin/sh\necho \"$@\" > '" << asked.string() << "'\n";
        fs::permissions(bin / "scontrol", fs::perms::owner_all);
        const std::string faults = "optimizer@0:7:stop,checkpoint@0:2:stop";
        const auto process =
            start(run, {{"SLURM_JOB_ID", "4242"},
                        {"PATH", bin.string() + ":" + qEnvironmentVariable("PATH").toStdString()},
                        {"TUNEDESK_FAULT", in_mid_save ? faults : "optimizer@0:7:stop"}});
        int pid = stopped_rank(run);
        QVERIFY(pid > 0);
        ::kill(static_cast<pid_t>(process->processId()), SIGUSR1);
        QVERIFY(RunBench::journal_has(run, "stopping"));
        ::kill(pid, SIGCONT);
        if (in_mid_save) {
            while (process_state(pid) == 'T')
                QTest::qWait(10);
            pid = stopped_rank(run);
            QVERIFY(std::ranges::any_of(fs::directory_iterator(run.checkpoints()), [](const auto& entry) {
                return entry.path().extension() == ".tmp"; // of step 7, or of one soon after
            }));
            process->kill();
            WorkerBench::wait(*process);
            QVERIFY(RunBench::all_gone(run, patience_s));
            QVERIFY(!fs::exists(asked));
            QCOMPARE(checkpoints(run), std::vector<std::int64_t>{5});
        } else {
            const Ended ended = WorkerBench::wait(*process);
            QVERIFY2(ended.code == 75, (ended.out + ended.err).c_str());
            QCOMPARE(read_file(asked, ErrorId::file_unreadable), std::string("requeue 4242\n"));
            QVERIFY(checkpoints(run).front() >= 7);
        }
        verify_resumes(run, in_mid_save);
    }
};

QTEST_GUILESS_MAIN(SupervisedFaultsTest)
#include "supervised_faults_test.moc"
