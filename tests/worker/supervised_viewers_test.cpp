// SPDX-License-Identifier: GPL-3.0-or-later
// The window is optional (FAULTS, promise 4): viewers that come, go, freeze and die during a real training
// leave its weights as they would be without them.

#include "base/clock.h"
#include "event/journal/repeat_filter.h"
#include "run/client.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <algorithm>
#include <cmath>
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

    // FAULTS 7
    /// A real viewer that is stopped while it has much to read, its socket full: the steps beside it take as
    /// long as those without it. Both are made in turns, and again where the machine's load differed: a
    /// viewer that costs time costs it in each round.
    void a_frozen_viewer_costs_no_step_time() {
        const fs::path preset = bench_.preset({{"training.max_steps", "1000000"},
                                               {"training.num_train_epochs", "1000000"},
                                               {"checkpoint.every_n_steps", "1000000"},
                                               {"evaluation.strategy", "\"no\""},
                                               {"logging.every_n_steps", "1"}});
        const event::RunFolder run = bench_.folder("frozen");
        const auto process = bench_.start_supervised(1, run, preset);
        std::error_code absent;
        // More than a socket holds: a viewer that attaches has it all sent at once.
        QTRY_VERIFY_WITH_TIMEOUT(fs::file_size(run.journal(), absent) > 600'000 && !absent, 120'000);
        const auto supervisor = static_cast<int>(process->processId());
        const long before = resident_kib(supervisor);

        constexpr double most_ratio = 1.25;
        constexpr int most_rounds = 3;
        std::unique_ptr<QProcess> viewer;
        double ratio = most_ratio;
        for (int round = 0; round < most_rounds && ratio >= most_ratio; ++round) {
            Spans alone, beside;
            for (int turn = 0; turn < 8; ++turn)
                take_turn(run, viewer, alone, beside);
            ratio = median_step(run, beside) / median_step(run, alone);
        }
        const long grown = resident_kib(supervisor) - before;
        ::kill(static_cast<pid_t>(viewer->processId()), SIGCONT);
        QCOMPARE(
            WorkerBench::wait(*bench_.start_tunedesk({"stop", QString::fromStdString(run.root.string())}))
                .code,
            0);
        QCOMPARE(WorkerBench::wait(*process).code, 75);

        qInfo("steps beside a frozen viewer take %.3f of those without; the supervisor grew by %ld KiB",
              ratio, grown);
        QVERIFY2(ratio < most_ratio, std::to_string(ratio).c_str());
        QVERIFY2(grown < 64 * 1024, std::to_string(grown).c_str());
        // The one that goes on reads all that it missed.
        const Ended seen = WorkerBench::wait(*viewer);
        std::map<std::int64_t, int> steps;
        for (const QByteArray& line : QByteArray::fromStdString(seen.out).split('\n'))
            if (line.contains("\"Step\"")) ++steps[*event::step_of(event::parse_event(line.toStdString()))];
        const auto last = losses(run).rbegin()->first;
        QCOMPARE(static_cast<std::int64_t>(steps.size()), last);
        QCOMPARE(steps.rbegin()->first, last);
    }

private:
    static long resident_kib(int pid) {
        const std::string status =
            read_file("/proc/" + std::to_string(pid) + "/status", ErrorId::file_unreadable);
        return std::stol(status.substr(status.find("VmRSS:") + 6));
    }

    using Spans = std::vector<std::pair<double, double>>; ///< in UTC seconds

    /// Ends the viewer of the turn before; some steps without one, and some beside one that is frozen.
    void take_turn(const event::RunFolder& run, std::unique_ptr<QProcess>& viewer, Spans& alone,
                   Spans& beside) const {
        if (viewer) {
            ::kill(static_cast<pid_t>(viewer->processId()), SIGKILL);
            QVERIFY(viewer->waitForFinished(10'000));
        }
        double start = utc_seconds();
        QTest::qWait(800);
        alone.emplace_back(start, utc_seconds());
        viewer = bench_.start_tunedesk({"attach", QString::fromStdString(run.root.string()), "--json"});
        viewer->waitForReadyRead(10'000);
        ::kill(static_cast<pid_t>(viewer->processId()), SIGSTOP);
        start = utc_seconds();
        QTest::qWait(800);
        beside.emplace_back(start, utc_seconds());
    }

    /// Of the steps that ended within the spans.
    static double median_step(const event::RunFolder& run, const Spans& spans) {
        std::vector<double> seconds;
        for (const event::Event& step : events_of(run, event::Type::Step))
            for (const auto& [start, end] : spans)
                if (step.t >= start && step.t < end)
                    seconds.push_back(event::number(step.fields, "step_seconds", NAN));
        if (seconds.size() < 100) qFatal("too few steps to compare: %zu", seconds.size());
        std::ranges::nth_element(seconds, seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2));
        return seconds[seconds.size() / 2];
    }
};

QTEST_GUILESS_MAIN(SupervisedViewersTest)
#include "supervised_viewers_test.moc"
