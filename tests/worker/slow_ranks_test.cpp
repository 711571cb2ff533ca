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
#include <functional>
#include <future>
#include <semaphore>

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

    struct Outcome {
        Ended ended;
        QString phase;                ///< in which nothing was said for longest
        double silent = 0, whole = 0; ///< seconds of that, and from start to end
    };
    using Start = std::function<std::unique_ptr<QProcess>()>;
    // These runs mostly wait: some of a function's rows run beside the one that is looked at.
    static constexpr int at_once = 4;
    std::counting_semaphore<at_once> places_{at_once};
    std::map<std::string, Start> planned_;                 ///< by row, of the function that comes
    std::map<std::string, std::future<Outcome>> outcomes_; ///< by row
    int scripts_ = 0;

    void plan(const std::string& row, Start start) { planned_[row] = std::move(start); }
    /// Runs all that is planned, each on a thread of its own as soon as there is a place, and waits for the
    /// end of the current row.
    Outcome outcome() {
        for (auto& [row, start] : std::exchange(planned_, {}))
            outcomes_[row] = std::async(std::launch::async, [this, start] {
                places_.acquire();
                const double began = monotonic_seconds();
                const auto process = start();
                Outcome outcome = watch(*process);
                outcome.whole = monotonic_seconds() - began;
                places_.release();
                return outcome;
            });
        return outcomes_.at(QTest::currentDataTag()).get();
    }

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
                                   const fs::path& file = {}) {
        const fs::path path = bench_.root() / ("slow-disk-" + std::to_string(++scripts_));
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

    /// Follows a run to its end.
    static Outcome watch(QProcess& process) {
        Outcome outcome;
        QString phase, said;
        const double began = monotonic_seconds();
        double last = began;
        while (process.state() != QProcess::NotRunning && last - began < 120) {
            process.waitForReadyRead(100);
            const QString text = QString::fromUtf8(process.readAllStandardOutput());
            const QStringList lines = text.split('\n');
            said += text;
            const double now = monotonic_seconds();
            if (now - last > outcome.silent) {
                outcome.silent = now - last;
                outcome.phase = phase;
            }
            if (lines.size() > 1) last = now;
            for (const QString& line : lines)
                if (line.startsWith("phase: ")) phase = line.mid(7);
        }
        outcome.ended = WorkerBench::wait(process);
        outcome.ended.out.insert(0, said.toStdString());
        return outcome;
    }

    static void verify_silent(const Outcome& outcome, const char* phase) {
        QVERIFY2(outcome.ended.code == 0, outcome.ended.err.c_str());
        QCOMPARE(outcome.phase, QString(phase));
        QVERIFY2(outcome.silent > 8, std::to_string(outcome.silent).c_str());
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
        QTest::addColumn<int>("nothing");
        Settings settings = hasty(5);
        settings["training.per_device_eval_batch_size"] = "4"; // several portions
        const auto row = [&](const char* name, int ranks, const std::string& faults) {
            QTest::addRow("%s", name) << 0;
            plan(name, [this, name, ranks, faults, preset = bench_.preset(settings)] {
                return bench_.start_supervised(ranks, bench_.folder(name), preset,
                                               {{"TUNEDESK_FAULT", faults}});
            });
        };
        // Two micro-batches a step: a step of 8 s, the limit is 5.
        row("first step", 1, naps("forward", 1, 2, 4));
        row("step of one of two ranks", 2, naps("forward@1", 3, 2, 4));
        row("evaluation", 1, naps("evaluation", 1, 2, 4));
        row("evaluation of one of two ranks", 2, naps("evaluation@0", 1, 2, 4));
    }
    void who_works_slowly_lives() {
        const Ended ended = outcome().ended;
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
    }

    // Several flushes, and one alone, that take longer than the limit.
    void who_waits_for_the_disk_lives_data() {
        QTest::addColumn<int>("nothing");
        const auto row = [&](const char* name, int ranks, int seconds, const char* when) {
            QTest::addRow("%s", name) << 0;
            const fs::path worker = worker_on_a_slow_disk("fsync", seconds, when);
            const std::string cache = (bench_.root() / (std::string("cache of ") + name)).string();
            plan(name, [this, name, ranks, worker, cache, preset = bench_.preset(hasty(5))] {
                return bench_.start_supervised(
                    ranks, bench_.folder(name), preset,
                    {{"TUNEDESK_WORKER", worker.string()}, {"XDG_CACHE_HOME", cache}});
            });
        };
        // Three for the new folders of the cache, two for each of three token caches, two for
        // environment.json, then those of the first save.
        row("one flush of the cache's folder", 1, 8, "2");
        row("one flush of the token cache", 1, 8, "6");
        row("three flushes of a save", 1, 3, "12..14");
        row("one flush of a save", 1, 8, "13");
        row("of two ranks the one that saves", 2, 8, "13");
    }
    void who_waits_for_the_disk_lives() {
        QVERIFY2(tracing_works(), "strace is needed");
        const Ended ended = outcome().ended;
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
    }

    // Longer than the limit, in several parts, in one, and before the first part: a model on a slow disk.
    void who_loads_slowly_lives_data() {
        QTest::addColumn<int>("nothing");
        const auto row = [&](const char* name, int ranks, const Environment& environment) {
            QTest::addRow("%s", name) << 0;
            plan(name, [this, name, ranks, environment, preset = bench_.preset(hasty_load(5))] {
                return bench_.start_supervised(ranks, bench_.folder("loads slowly " + std::string(name)),
                                               preset, environment);
            });
        };
        row("parts of the weights", 1, {{"TUNEDESK_FAULT", naps("weights", 1, 3, 4)}});
        row("one part of the weights", 1, {{"TUNEDESK_FAULT", naps("weights", 2, 1, 9)}});
        row("one part of the weights of one of two ranks", 2,
            {{"TUNEDESK_FAULT", naps("weights@1", 2, 1, 9)}});
        const fs::path file = bench_.folder("weights").final_model() / "config.json";
        row("one file of the folder", 1,
            {{"TUNEDESK_WORKER", worker_on_a_slow_disk("openat", 9, "1", file).string()}});
    }
    void who_loads_slowly_lives() {
        QVERIFY2(tracing_works(), "strace is needed");
        verify_silent(outcome(), "loading");
    }

    // Opening a table, or one read of it, takes longer than the limit: a table on a network file system.
    void who_reads_data_slowly_lives_data() {
        QTest::addColumn<int>("nothing");
        const auto row = [&](const char* name, int ranks, const char* call, const char* file) {
            QTest::addRow("%s", name) << 0;
            const fs::path worker = worker_on_a_slow_disk(call, 9, "1", bench_.rows(file));
            plan(name, [this, name, ranks, worker, preset = bench_.preset(hasty(5))] {
                return bench_.start_supervised(ranks, bench_.folder("reads slowly " + std::string(name)),
                                               preset, {{"TUNEDESK_WORKER", worker.string()}});
            });
        };
        row("opening the training rows", 1, "openat", "train");
        row("one read of the training rows", 1, "read", "train");
        row("one read of two ranks", 2, "read", "validation");
    }
    void who_reads_data_slowly_lives() {
        QVERIFY2(tracing_works(), "strace is needed");
        verify_silent(outcome(), "reading");
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
        QTest::qSleep(10'500);
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
        QTest::addColumn<QString>("says");
        const auto row = [&](const char* name, int ranks, const char* strategy, const std::string& fault,
                             const char* says) {
            QTest::addRow("%s", name) << says;
            Settings settings = fault.starts_with("weights") ? hasty_load(5) : hasty(5);
            settings["supervision.disk_timeout_seconds"] = "7";
            plan(name, [this, name, ranks, strategy, fault, preset = bench_.preset(settings)] {
                return bench_.start_supervised(ranks, bench_.folder("hangs in " + std::string(name)), preset,
                                               {{"TUNEDESK_FAULT", fault + ":hang"}}, strategy);
            });
        };
        row("load", 1, "ddp", "load:1", "TD7012|rank 0 was silent|rank 0, loading");
        row("weights", 1, "ddp", "weights:3", "TD7070|rank 0|rank 0, loading|waits for the disk");
        row("weights of one of two ranks", 2, "ddp", "weights@1:3",
            "TD7070|rank 1|rank 1, loading|waits for the disk");
        row("first step", 1, "ddp", "forward:1", "TD7012|rank 0 was silent|rank 0, training, step 0");
        row("step", 2, "ddp", "forward@1:5", "TD7012|rank 1 was silent|rank 1, training, step 2");
        row("backward, where the other waits", 2, "ddp", "backward@0:5",
            "TD7012|rank 0 was silent|rank 0, training, step 2");
        row("evaluation", 1, "ddp", "evaluation:1", "TD7012|rank 0 was silent|rank 0, evaluation");
        row("save", 2, "ddp", "checkpoint@0:1", "TD7070|rank 0|saving|waits for the disk");
        row("save of the other of two ranks", 2, "zero2", "checkpoint@1:1",
            "TD7070|rank 1|saving|waits for the disk");
    }
    void who_hangs_is_found_in_the_true_phase() {
        QFETCH(QString, says);
        const Outcome found = outcome();
        const Ended& ended = found.ended;
        QVERIFY2(ended.code == 7, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        for (const QString& part : says.split('|'))
            QVERIFY2(holds(ended.err, part.toStdString()), ended.err.c_str());
        QVERIFY(found.whole < 60);
        QVERIFY(RunBench::all_gone(bench_.folder("hangs in " + std::string(QTest::currentDataTag())),
                                   patience_s));
    }
};

QTEST_GUILESS_MAIN(SlowRanksTest)
#include "slow_ranks_test.moc"
