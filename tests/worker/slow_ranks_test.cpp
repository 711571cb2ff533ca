// SPDX-License-Identifier: GPL-3.0-or-later
// FAULTS 4 and 51 with real ranks under the real supervisor: who works slowly lives, who hangs is found, and
// the phase that is named is the true one.

#include "base/clock.h"
#include "patience.h"
#include "tracing.h"
#include "worker/worker_bench.h"

#include <cmath>
#include <csignal>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class SlowRanksTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    /// Signs of life every half second, and a limit that a step, a save or an evaluation shall pass.
    Settings hasty(int limit) const {
        return {{"supervision.rank_timeout_seconds", std::to_string(limit)},
                {"supervision.heartbeat_seconds", "0.5"},
                {"training.max_steps", "4"},
                {"checkpoint.every_n_steps", "2"}};
    }

    /// `site[@rank]:first:napN` and so on for `count` passages.
    static std::string naps(const std::string& site, int first, int count, int seconds) {
        std::string list;
        for (int i = 0; i < count; ++i)
            list +=
                (i ? "," : "") + site + ':' + std::to_string(first + i) + ":nap" + std::to_string(seconds);
        return list;
    }

    /// A worker of which each n-th call of these takes so long; of those on one file, where one is given.
    fs::path worker_on_a_slow_disk(const std::string& calls, int seconds, const std::string& when,
                                   const fs::path& file = {}) const {
        const fs::path path = bench_.root() / ("slow-disk-" + calls + std::to_string(seconds));
        std::ofstream(path) << "#!/bin/sh\nexec strace -f -qq -o /dev/null"
                            << (file.empty() ? "" : " -P '" + file.string() + "'") << " -e trace=" << calls
                            << " -e inject=" << calls << ":delay_enter=" << seconds << "s:when=" << when
                            << " '" TUNEDESK_BIN_DIR "/tunedesk-worker' \"$@\"\n";
        fs::permissions(path, fs::perms::owner_all);
        return path;
    }

    /// hasty() settings that train the weights of a folder, which initTestCase() has made.
    Settings hasty_load(int limit) const {
        Settings settings = hasty(limit);
        settings["model.path"] = bench_.folder("weights").final_model().string();
        settings["model.init"] = "pretrained";
        return settings;
    }

    /// The phase in which a run said nothing for longest, and for how long; waits for its end.
    static std::pair<QString, double> longest_phase(QProcess& process) {
        QString phase, longest;
        const double began = monotonic_seconds();
        double last = began, most = 0;
        while (process.state() != QProcess::NotRunning && last - began < 120) {
            process.waitForReadyRead(100);
            const QStringList lines = QString::fromUtf8(process.readAllStandardOutput()).split('\n');
            const double now = monotonic_seconds();
            if (now - last > most) {
                most = now - last;
                longest = phase;
            }
            if (lines.size() > 1) last = now;
            for (const QString& line : lines)
                if (line.startsWith("phase: ")) phase = line.mid(7);
        }
        return {longest, most};
    }

    /// The longest time between two steps of a run.
    static double longest_step(const event::RunFolder& run) {
        double longest = 0, last = NAN;
        for (const event::Event& step : events_of(run, event::Type::Step)) {
            longest = std::max(longest, step.t - last);
            last = step.t;
        }
        return longest;
    }

private Q_SLOTS:
    void initTestCase() {
        const Ended made =
            bench_.call(bench_.folder("weights"), bench_.preset({{"training.max_steps", "1"}}));
        QVERIFY2(made.code == 0, (made.out + made.err).c_str());
    }

    void who_works_slowly_lives_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<QString>("faults");
        // Two micro-batches a step: a step of 8 s, the limit is 5.
        QTest::addRow("first step") << 1 << QString::fromStdString(naps("forward", 1, 2, 4));
        QTest::addRow("step of one of two ranks") << 2 << QString::fromStdString(naps("forward@1", 3, 2, 4));
        QTest::addRow("evaluation") << 1 << QString::fromStdString(naps("evaluation", 1, 2, 4));
        QTest::addRow("evaluation of one of two ranks")
            << 2 << QString::fromStdString(naps("evaluation@0", 1, 2, 4));
    }
    void who_works_slowly_lives() {
        QFETCH(int, ranks);
        QFETCH(QString, faults);
        const event::RunFolder run = bench_.folder(QTest::currentDataTag());
        Settings settings = hasty(5);
        settings["training.per_device_eval_batch_size"] = "4"; // several portions
        const Ended ended = WorkerBench::wait(*bench_.start_supervised(
            ranks, run, bench_.preset(settings), {{"TUNEDESK_FAULT", faults.toStdString()}}));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
    }

    // Several flushes, and one alone, that take longer than the limit.
    void who_waits_for_the_disk_lives_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("seconds");
        QTest::addColumn<QString>("when");
        // Three for the new folders of the cache, two for each of three token caches, two for
        // environment.json, then those of the first save.
        QTest::addRow("one flush of the cache's folder") << 1 << 8 << "2";
        QTest::addRow("one flush of the token cache") << 1 << 8 << "6";
        QTest::addRow("three flushes of a save") << 1 << 3 << "12..14";
        QTest::addRow("one flush of a save") << 1 << 8 << "13";
        QTest::addRow("of two ranks the one that saves") << 2 << 8 << "13";
    }
    void who_waits_for_the_disk_lives() {
        QVERIFY2(tracing_works(), "strace is needed");
        QFETCH(int, ranks);
        QFETCH(int, seconds);
        QFETCH(QString, when);
        const event::RunFolder run = bench_.folder(QTest::currentDataTag());
        const Ended ended = WorkerBench::wait(*bench_.start_supervised(
            ranks, run, bench_.preset(hasty(5)),
            {{"TUNEDESK_WORKER", worker_on_a_slow_disk("fsync", seconds, when.toStdString()).string()},
             {"XDG_CACHE_HOME",
              (bench_.root() / (std::string("cache of ") + QTest::currentDataTag())).string()}}));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
    }

    // Longer than the limit, in several parts, in one, and before the first part: a model on a slow disk.
    void who_loads_slowly_lives_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<QString>("faults");
        QTest::addRow("parts of the weights") << 1 << QString::fromStdString(naps("weights", 1, 3, 4));
        QTest::addRow("one part of the weights") << 1 << QString::fromStdString(naps("weights", 2, 1, 9));
        QTest::addRow("one part of the weights of one of two ranks")
            << 2 << QString::fromStdString(naps("weights@1", 2, 1, 9));
        QTest::addRow("one file of the folder") << 1 << QString();
    }
    void who_loads_slowly_lives() {
        QVERIFY2(tracing_works(), "strace is needed");
        QFETCH(int, ranks);
        QFETCH(QString, faults);
        const event::RunFolder run = bench_.folder("loads slowly " + std::string(QTest::currentDataTag()));
        Environment environment{{"TUNEDESK_FAULT", faults.toStdString()}};
        if (faults.isEmpty())
            environment["TUNEDESK_WORKER"] =
                worker_on_a_slow_disk("openat", 9, "1",
                                      bench_.folder("weights").final_model() / "config.json")
                    .string();
        const auto process = bench_.start_supervised(ranks, run, bench_.preset(hasty_load(5)), environment);
        const auto [phase, seconds] = longest_phase(*process);
        QVERIFY2(process->exitCode() == 0, process->readAllStandardError().constData());
        QCOMPARE(phase, QString("loading"));
        QVERIFY2(seconds > 8, std::to_string(seconds).c_str());
    }

    // Opening a table, or one read of it, takes longer than the limit: a table on a network file system.
    void who_reads_data_slowly_lives_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("file");
        QTest::addRow("opening the training rows") << 1 << "openat"
                                                   << "train";
        QTest::addRow("one read of the training rows") << 1 << "read"
                                                       << "train";
        QTest::addRow("one read of two ranks") << 2 << "read"
                                               << "validation";
    }
    void who_reads_data_slowly_lives() {
        QVERIFY2(tracing_works(), "strace is needed");
        QFETCH(int, ranks);
        QFETCH(QString, call);
        QFETCH(QString, file);
        const event::RunFolder run = bench_.folder("reads slowly " + std::string(QTest::currentDataTag()));
        const auto process = bench_.start_supervised(
            ranks, run, bench_.preset(hasty(5)),
            {{"TUNEDESK_WORKER",
              worker_on_a_slow_disk(call.toStdString(), 9, "1", bench_.rows(file.toStdString())).string()}});
        const auto [phase, seconds] = longest_phase(*process);
        QVERIFY2(process->exitCode() == 0, process->readAllStandardError().constData());
        QCOMPARE(phase, QString("reading"));
        QVERIFY2(seconds > 8, std::to_string(seconds).c_str());
    }

    // A page of the mapped token cache that comes late from the disk, in the middle of training.
    void who_waits_for_a_mapped_page_lives_data() {
        QTest::addColumn<int>("ranks");
        QTest::addRow("one rank") << 1;
        QTest::addRow("both of two ranks") << 2;
    }
    void who_waits_for_a_mapped_page_lives() {
        QFETCH(int, ranks);
        const event::RunFolder run = bench_.folder("slow pages of " + std::to_string(ranks));
        const fs::path when = bench_.root() / ("stall" + std::to_string(ranks));
        Settings settings = hasty(5);
        settings["training.max_steps"] = "100000";
        settings["checkpoint.every_n_steps"] = "0";
        settings["logging.every_n_steps"] = "1";
        const auto process = bench_.start_supervised(
            ranks, run, bench_.preset(settings),
            {{"LD_PRELOAD", SLOW_PAGES}, {"SLOW_PAGES_SECONDS", "9"}, {"SLOW_PAGES_WHEN", when.string()}});
        QVERIFY(WorkerBench::journal_has(run, "\"Step\""));
        std::ofstream(when) << "now";
        QTest::qSleep(12'000);
        process->terminate();
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 75, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        QVERIFY2(longest_step(run) > 8, std::to_string(longest_step(run)).c_str());
    }

    void a_read_that_does_not_return_is_found() {
        QVERIFY2(tracing_works(), "strace is needed");
        const event::RunFolder run = bench_.folder("reads for ever");
        Settings settings = hasty(5);
        settings["supervision.disk_timeout_seconds"] = "7";
        const double began = monotonic_seconds();
        const Ended ended = WorkerBench::wait(*bench_.start_supervised(
            1, run, bench_.preset(settings),
            {{"TUNEDESK_WORKER", worker_on_a_slow_disk("read", 300, "1", bench_.rows("train")).string()}}));
        QVERIFY2(ended.code == 7, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        for (const char* part : {"TD7070", "rank 0, reading", "waits for the disk"})
            QVERIFY2(holds(ended.err, part), ended.err.c_str());
        QVERIFY(monotonic_seconds() - began < 60);
        QVERIFY(RunBench::all_gone(run, patience_s));
    }

    void who_finishes_the_step_of_a_stop_is_waited_for() {
        const event::RunFolder run = bench_.folder("long last step");
        Settings settings = hasty(5);
        settings["training.max_steps"] = "100000";
        settings["checkpoint.every_n_steps"] = "0";
        settings["supervision.stop_grace_seconds"] = "1";
        settings["supervision.kill_grace_seconds"] = "1";
        const auto process = bench_.start_supervised(1, run, bench_.preset(settings),
                                                     {{"TUNEDESK_FAULT", naps("forward", 3, 2, 4)}});
        QVERIFY(WorkerBench::journal_has(run, "\"Step\""));
        process->terminate();
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 75, (ended.out + ended.err).c_str());
        QCOMPARE(checkpoints(run).size(), std::size_t(1));
    }

    // The process lives, and its other threads are scheduled, but its work does not move.
    void who_hangs_is_found_in_the_true_phase_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("says");
        QTest::addRow("load") << 1 << "ddp"
                              << "load:1"
                              << "TD7012|rank 0 was silent|rank 0, loading";
        QTest::addRow("weights") << 1 << "ddp"
                                 << "weights:3"
                                 << "TD7070|rank 0|rank 0, loading|waits for the disk";
        QTest::addRow("weights of one of two ranks") << 2 << "ddp"
                                                     << "weights@1:3"
                                                     << "TD7070|rank 1|rank 1, loading|waits for the disk";
        QTest::addRow("first step") << 1 << "ddp"
                                    << "forward:1"
                                    << "TD7012|rank 0 was silent|rank 0, training, step 0";
        QTest::addRow("step") << 2 << "ddp"
                              << "forward@1:5"
                              << "TD7012|rank 1 was silent|rank 1, training, step 2";
        QTest::addRow("backward, where the other waits")
            << 2 << "ddp"
            << "backward@0:5"
            << "TD7012|rank 0 was silent|rank 0, training, step 2";
        QTest::addRow("evaluation") << 1 << "ddp"
                                    << "evaluation:1"
                                    << "TD7012|rank 0 was silent|rank 0, evaluation";
        QTest::addRow("save") << 2 << "ddp"
                              << "checkpoint@0:1"
                              << "TD7070|rank 0|saving|waits for the disk";
        QTest::addRow("save of the other of two ranks") << 2 << "zero2"
                                                        << "checkpoint@1:1"
                                                        << "TD7070|rank 1|saving|waits for the disk";
    }
    void who_hangs_is_found_in_the_true_phase() {
        QFETCH(int, ranks);
        QFETCH(QString, strategy);
        QFETCH(QString, fault);
        QFETCH(QString, says);
        const event::RunFolder run = bench_.folder("hangs in " + std::string(QTest::currentDataTag()));
        Settings settings = fault.startsWith("weights") ? hasty_load(5) : hasty(5);
        settings["supervision.disk_timeout_seconds"] = "7";
        const double began = monotonic_seconds();
        const Ended ended = WorkerBench::wait(*bench_.start_supervised(
            ranks, run, bench_.preset(settings), {{"TUNEDESK_FAULT", fault.toStdString() + ":hang"}},
            qPrintable(strategy)));
        QVERIFY2(ended.code == 7, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        for (const QString& part : says.split('|'))
            QVERIFY2(holds(ended.err, part.toStdString()), ended.err.c_str());
        QVERIFY(monotonic_seconds() - began < 60);
        QVERIFY(RunBench::all_gone(run, patience_s));
    }
};

QTEST_GUILESS_MAIN(SlowRanksTest)
#include "slow_ranks_test.moc"
