// The window is optional (FAULTS, promise 4): viewers that come, go, freeze and die during a real training
// leave its weights as they would be without them.

#include "run/client.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;

class SupervisedViewersTest : public QObject {
    Q_OBJECT

    static constexpr int cycles = 100;

    WorkerBench bench_;

    /// One viewer's visit.
    void visit(const event::RunFolder& run, int number) {
        if (number % 4 == 3) { // one that speaks the protocol by hand
            const Client client(run);
            QVERIFY(client.connected());
            client.attach(static_cast<std::uint64_t>(number));
            return;
        }
        const auto viewer =
            bench_.start_tunedesk({"attach", QString::fromStdString(run.root.string()), "--json"});
        if (number % 4 != 0) viewer->waitForReadyRead(5000);
        const auto pid = static_cast<pid_t>(viewer->processId());
        if (number % 8 == 1) ::kill(pid, SIGSTOP);
        ::kill(pid, number % 4 == 2 ? SIGINT : SIGKILL); // Ctrl-C detaches
        QVERIFY(viewer->waitForFinished(10'000));
    }

private Q_SLOTS:
    // FAULTS 6
    void a_hundred_visits_leave_the_weights_identical() {
        const fs::path preset = bench_.preset({{"training.max_steps", "600"},
                                               {"checkpoint.every_n_steps", "100"},
                                               {"evaluation.strategy", "steps"},
                                               {"evaluation.every_n_steps", "50"},
                                               {"logging.every_n_steps", "1"},
                                               {"supervision.rank_timeout_seconds", "600"},
                                               {"supervision.viewer_queue_events", "64"}});
        const event::RunFolder alone = bench_.folder("alone"), watched = bench_.folder("watched");
        const Ended undisturbed = WorkerBench::wait(*bench_.start_supervised(2, alone, preset));
        QVERIFY2(undisturbed.code == 0, (undisturbed.out + undisturbed.err).c_str());

        // A fast machine would be done before the hundredth: rank 1 waits for it at its 500th step.
        const auto process =
            bench_.start_supervised(2, watched, preset, {{"TUNEDESK_FAULT", "optimizer@1:500:stop"}});
        QVERIFY(WorkerBench::journal_has(watched, "\"Step\""));
        const std::vector<int> ranks = RunBench::processes_of(watched);
        QCOMPARE(ranks.size(), 2u);
        for (int i = 0; i < cycles; ++i)
            visit(watched, i);
        QCOMPARE(RunBench::processes_of(watched).size(), 2u);
        while (process->state() == QProcess::Running && !process->waitForFinished(50))
            for (const int pid : ranks)
                ::kill(pid, SIGCONT);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(difference(traces(alone), traces(watched)), std::string());
    }
};

QTEST_GUILESS_MAIN(SupervisedViewersTest)
#include "supervised_viewers_test.moc"
