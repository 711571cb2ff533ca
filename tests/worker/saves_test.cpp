// SPDX-License-Identifier: GPL-3.0-or-later
// FAULTS 43 and 44 with the real worker: what becomes of a run whose saves fail, once or for good.

#include "format/safetensors.h"
#include "patience.h"
#include "tracing.h"
#include "worker/worker_bench.h"

#include <csignal>
#include <fstream>
#include <sys/resource.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// From now on no file of the process grows beyond so many bytes: its journal and exit.json do fit.
void limit_files(pid_t pid, rlim_t bytes) {
    const rlimit limit{bytes, RLIM_INFINITY};
    QCOMPARE(::prlimit(pid, RLIMIT_FSIZE, &limit, nullptr), 0);
}

constexpr rlim_t below_a_model = 20'000;

int times_said(const event::RunFolder& run, const std::string& text) {
    int count = 0;
    for (const event::Event& log : events_of(run, event::Type::Log))
        count += holds(text_field(log.fields, "text"), text);
    return count;
}

std::string step_of_best(const event::RunFolder& run) {
    return format::SafetensorsFile(run.best() / "model.safetensors").metadata().at("step");
}

} // namespace

class SavesTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    /// Long enough to be stopped; saves only when it is.
    Settings endless_{{"training.max_steps", "100000"},
                      {"checkpoint.every_n_steps", "0"},
                      {"evaluation.strategy", "'no'"},
                      {"checkpoint.retry_seconds", "1"},
                      {"logging.every_n_steps", "1"}};
    fs::path evaluated_; ///< a preset: an evaluation at steps 4, 8, ..., 24, a checkpoint at each fifth
    std::map<std::string, std::string> whole_;
    std::vector<std::string> best_steps_; ///< of evaluations that were better than all before

    /// A worker whose flushes of the best model's weights fail at the passages that `when` names.
    fs::path worker_without_best(const event::RunFolder& run, const std::string& when) const {
        const fs::path path = bench_.root() / ("worker-" + run.root.filename().string());
        std::string traced;
        for (const char* place : {"best.tmp", "checkpoints/next-best.tmp"})
            traced += " -P '" + (run.root / place / "model.safetensors").string() + "'";
        std::ofstream(path) << "#!/bin/sh\nexec strace -f -qq -o /dev/null" << traced
                            << " -e trace=fsync -e inject=fsync:error=EIO:when=" << when
                            << " '" TUNEDESK_BIN_DIR "/tunedesk-worker' \"$@\"\n";
        fs::permissions(path, fs::perms::owner_all);
        return path;
    }

    std::unique_ptr<QProcess> start_without_best(const event::RunFolder& run, const std::string& when) const {
        return bench_.start_supervised(1, run, evaluated_,
                                       {{"TUNEDESK_WORKER", worker_without_best(run, when).string()}});
    }

    Ended resume(const event::RunFolder& run) const {
        return WorkerBench::wait(
            *bench_.start_tunedesk({"resume", QString::fromStdString(run.root.string())}));
    }

    static pid_t worker_of(const event::RunFolder& run) {
        const std::vector<int> found = RunBench::processes_of(run);
        return found.empty() ? 0 : found.front();
    }

private Q_SLOTS:
    void initTestCase() {
        evaluated_ = bench_.preset({{"evaluation.strategy", "steps"},
                                    {"evaluation.every_n_steps", "4"},
                                    {"checkpoint.monitor", "val_loss"},
                                    {"checkpoint.mode", "min"},
                                    {"checkpoint.retry_seconds", "0.1"}});
        const event::RunFolder run = bench_.folder("whole");
        const Ended ended = WorkerBench::wait(*bench_.start_supervised(1, run, evaluated_));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        whole_ = traces(run);
        for (const event::Event& eval : events_of(run, event::Type::Eval))
            if (eval.fields.at("split") == "val" && eval.fields.at("best").get<bool>())
                best_steps_.push_back(std::to_string(eval.fields.at("step").get<int>()));
        QVERIFY(best_steps_.size() >= 2);
        QCOMPARE(step_of_best(run), best_steps_.back());
    }

    void a_stop_that_cannot_save_ends_with_5_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<bool>("paused");
        QTest::addRow("one rank") << 1 << false;
        QTest::addRow("two ranks") << 2 << false;
        QTest::addRow("paused, then stopped") << 1 << true;
    }
    void a_stop_that_cannot_save_ends_with_5() {
        QFETCH(int, ranks);
        QFETCH(bool, paused);
        const event::RunFolder run = bench_.folder(QTest::currentDataTag());
        const QString root = QString::fromStdString(run.root.string());
        const auto process = bench_.start_supervised(ranks, run, bench_.preset(endless_));
        QVERIFY(WorkerBench::journal_has(run, "\"Step\""));
        for (const int pid : RunBench::processes_of(run))
            limit_files(pid, below_a_model);
        if (paused) {
            QCOMPARE(WorkerBench::wait(*bench_.start_tunedesk({"pause", root})).code, 0);
            QVERIFY(WorkerBench::journal_has(run, "\"paused\""));
        }
        QCOMPARE(WorkerBench::wait(*bench_.start_tunedesk({"stop", root})).code, 0);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 5, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        for (const char* part :
             {"TD5570", "after 3 tries", "kept: no checkpoint", "free some space and resume"})
            QVERIFY2(holds(ended.err, part), ended.err.c_str());
        QCOMPARE(times_said(run, "the checkpoint could not be saved (try "), 3);
        const auto record = event::read_exit(run);
        QVERIFY(record && record->code == 5 && record->id == 5570);
        QVERIFY(checkpoints(run).empty());
        QVERIFY(RunBench::all_gone(run, patience_s));
    }

    // The disk has room again at the second try: 75, and not before the checkpoint is there.
    void a_stop_tries_again() {
        const event::RunFolder run = bench_.folder("second try");
        Settings settings = endless_;
        settings["checkpoint.retry_seconds"] = "5";
        const auto process = bench_.start_supervised(1, run, bench_.preset(settings));
        QVERIFY(WorkerBench::journal_has(run, "\"Step\""));
        const pid_t worker = worker_of(run);
        QVERIFY(worker > 0);
        limit_files(worker, below_a_model);
        process->terminate();
        QVERIFY(WorkerBench::journal_has(run, "(try 1 of 3)"));
        limit_files(worker, RLIM_INFINITY);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 75, (ended.out + ended.err).c_str());
        QCOMPARE(checkpoints(run).size(), std::size_t(1));
        QCOMPARE(losses(run).rbegin()->first, checkpoints(run).front());
    }

    // Many saves fail within a second: one trouble, which passes.
    void failures_within_a_moment_do_not_end_the_run() {
        const event::RunFolder run = bench_.folder("moment");
        const auto process = bench_.start(run, bench_.preset({{"checkpoint.every_n_steps", "2"},
                                                              {"evaluation.strategy", "'no'"},
                                                              {"training.num_train_epochs", "40"}}));
        QVERIFY(WorkerBench::journal_has(run, "\"CheckpointSaved\""));
        const auto worker = static_cast<pid_t>(process->processId());
        limit_files(worker, below_a_model);
        for (int i = 0; i < 600 && times_said(run, "could not be saved (1 of 3, the next counts in") < 5; ++i)
            QTest::qWait(20);
        limit_files(worker, RLIM_INFINITY);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QVERIFY(times_said(run, "could not be saved (1 of 3, the next counts in") >= 5);
        QCOMPARE(checkpoints(run).front(), 480);
    }

    // The disk fails once at a best model: it is saved at the next occasion, with the weights of its step.
    void a_best_model_that_fails_once_is_kept_data() {
        QTest::addColumn<int>("nth");
        QTest::addRow("the first") << 1;
        QTest::addRow("the last") << static_cast<int>(best_steps_.size());
    }
    void a_best_model_that_fails_once_is_kept() {
        QVERIFY2(tracing_works(), "strace is needed");
        QFETCH(int, nth);
        const event::RunFolder run = bench_.folder("best fails once " + std::to_string(nth));
        const Ended ended = WorkerBench::wait(*start_without_best(run, std::to_string(nth)));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QVERIFY(says(run, "the best model could not be saved; it stays in memory"));
        QCOMPARE(difference(whole_, traces(run)), std::string());
    }

    void a_best_model_that_cannot_be_kept_is_reported() {
        QVERIFY2(tracing_works(), "strace is needed");
        const event::RunFolder run = bench_.folder("best fails");
        const std::string best = best_steps_.back(), before = best_steps_[best_steps_.size() - 2];
        const Ended ended =
            WorkerBench::wait(*start_without_best(run, std::to_string(best_steps_.size()) + "+"));
        QVERIFY2(ended.code == 5, (ended.out + ended.err).c_str());
        QVERIFY2(holds(ended.err, "TD5572") && holds(ended.err, "the best model, of step " + best + " "),
                 ended.err.c_str());
        QCOMPARE(event::read_exit(run)->id, 5572);
        QCOMPARE(step_of_best(run), before); // the last that could be saved
        const Json report = parse_json(read_file(run.report_json(), ErrorId::file_unreadable), "report.json",
                                       ErrorId::file_unreadable);
        QVERIFY(holds(text_field(report, "lost_best"), "best/ is of step " + before));
        QCOMPARE(std::to_string(report.at("best_step").get<int>()), before);
        // Nor is it forgotten when the disk is well again.
        const Ended again = resume(run);
        QVERIFY2(again.code == 5 && holds(again.err, "TD5572"), (again.out + again.err).c_str());
    }

    // Killed at each rename of the run: what is in best/ is what a committed checkpoint knows of, or is of a
    // step that it has.
    void best_is_never_ahead_of_the_checkpoints() {
        QVERIFY2(tracing_works(), "strace is needed");
        int kills = 0;
        for (int nth = 1; nth < 40; nth += 2) {
            const event::RunFolder run = bench_.folder("killed at rename " + std::to_string(nth));
            const auto process = bench_.start_program(
                "strace", {"-f", "-qq", "-o", "/dev/null", "-e", "trace=rename,renameat2", "-e",
                           QString("inject=rename,renameat2:signal=KILL:when=%1").arg(nth),
                           TUNEDESK_BIN_DIR "/tunedesk-worker", QString::fromStdString(run.root.string()),
                           "--preset", QString::fromStdString(evaluated_.string())});
            const Ended ended = WorkerBench::wait(*process);
            if (ended.code == 0) break;
            ++kills;
            if (fs::exists(run.best())) {
                QVERIFY(!checkpoints(run).empty());
                QVERIFY(std::stoll(step_of_best(run)) <= checkpoints(run).front());
            }
            const Ended whole = bench_.call(run, evaluated_);
            QVERIFY2(whole.code == 0, (whole.out + whole.err).c_str());
            QCOMPARE(difference(whole_, traces(run)), std::string());
        }
        QVERIFY(kills > 8);
    }

    void temporaries_of_killed_writers_are_removed() {
        const event::RunFolder run = bench_.folder("leftovers");
        const Ended killed = bench_.call(run, evaluated_, {{"TUNEDESK_FAULT", "optimizer:12:kill"}});
        QCOMPARE(killed.code, 128 + SIGKILL);
        const fs::path own[] = {run.root / "predictions.csv.tmp1", run.root / "report.json.tmp1234-5",
                                run.root / "final.tmp" / "config.json",
                                run.checkpoints() / "step-00000011.tmp" / "state.json",
                                run.checkpoints() / "next-best.tmp" / "config.json"};
        const fs::path others = run.root / "notes.tmp" / "mine";
        for (const fs::path& path : own) {
            fs::create_directories(path.parent_path());
            write_file_atomically(path, "torn");
        }
        fs::create_directories(others);
        // Killed again before anything is saved.
        QCOMPARE(bench_.call(run, evaluated_, {{"TUNEDESK_FAULT", "forward:1:kill"}}).code, 128 + SIGKILL);
        for (const fs::path& path : own)
            QVERIFY2(!fs::exists(path), path.c_str());
        QVERIFY(fs::exists(others));
    }

    // FAULTS 21
    void a_run_that_lost_its_checkpoints_says_that_it_begins_again() {
        const char* const said = "training restarts from step 0";
        const event::RunFolder run = bench_.folder("lost");
        QCOMPARE(bench_.call(run, evaluated_, {{"TUNEDESK_FAULT", "forward:1:kill"}}).code, 128 + SIGKILL);
        QCOMPARE(bench_.call(run, evaluated_, {{"TUNEDESK_FAULT", "optimizer:12:kill"}}).code, 128 + SIGKILL);
        QCOMPARE(times_said(run, said), 0); // a run that was killed before it saved anything has lost nothing
        fs::remove_all(run.checkpoints());
        QCOMPARE(bench_.call(run, evaluated_, {{"TUNEDESK_FAULT", "forward:1:kill"}}).code, 128 + SIGKILL);
        QCOMPARE(times_said(run, said), 1);
        QCOMPARE(times_said(run, "the run saved a checkpoint at step 10"), 1);
    }

    void a_run_folder_that_vanishes_ends_the_run_data() {
        QTest::addColumn<bool>("renamed");
        QTest::addColumn<bool>("made_again");
        QTest::addRow("renamed") << true << false;
        QTest::addRow("deleted") << false << false;
        QTest::addRow("deleted and made again") << false << true;
    }
    void a_run_folder_that_vanishes_ends_the_run() {
        QFETCH(bool, renamed);
        QFETCH(bool, made_again);
        const event::RunFolder run = bench_.folder(QTest::currentDataTag());
        const fs::path elsewhere = bench_.root() / "elsewhere";
        const auto process = bench_.start(run, evaluated_, {{"TUNEDESK_FAULT", "optimizer:3:stop"}});
        const auto worker = static_cast<pid_t>(process->processId());
        QVERIFY(is_stopped(*process));
        if (renamed)
            fs::rename(run.root, elsewhere);
        else
            fs::remove_all(run.root);
        if (made_again) fs::create_directory(run.root);
        while (process->state() == QProcess::Running && !process->waitForFinished(50))
            ::kill(worker, SIGCONT);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 5, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        QVERIFY2(holds(ended.err, renamed ? "TD5576" : "TD5573") && holds(ended.err, run.root.string()),
                 ended.err.c_str());
        if (renamed) QVERIFY2(holds(ended.err, elsewhere.string()), ended.err.c_str());
        QVERIFY(!fs::exists(run.checkpoints()));
    }
};

QTEST_GUILESS_MAIN(SavesTest)
#include "saves_test.moc"
