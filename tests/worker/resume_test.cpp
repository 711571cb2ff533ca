// SPDX-License-Identifier: GPL-3.0-or-later
// FAULTS' first promise: a run killed at any instant goes on to the same bits.

#include "base/error.h"
#include "format/safetensors.h"
#include "worker/worker_bench.h"

#include <QElapsedTimer>
#include <QTest>
#include <csignal>
#include <random>
#include <thread>

using namespace tunedesk;
using namespace tunedesk::test;

class ResumeTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    fs::path preset_;
    std::map<std::string, std::string> whole_; ///< traces of the uninterrupted run

    /// Runs the worker again and again until it finishes, with `environment` the first time only.
    void finish(const event::RunFolder& run, const fs::path& preset) {
        const Ended ended = bench_.call(run, preset);
        QVERIFY2(ended.code == 0, (std::to_string(ended.code) + ended.out + ended.err).c_str());
    }

private Q_SLOTS:
    void initTestCase() {
        preset_ = bench_.preset({{"evaluation.strategy", "steps"}, {"evaluation.every_n_steps", "4"}});
        const event::RunFolder run = bench_.folder("whole");
        finish(run, preset_);
        whole_ = traces(run);
        for (const auto& [name, contents] : whole_)
            QVERIFY2(contents != "(missing)" && !contents.empty(), name.c_str());
        const std::vector<std::int64_t> expected{24, 20};
        QCOMPARE(checkpoints(run), expected);
        QCOMPARE(events_of(run, event::Type::Finished).size(), 1u);
        QCOMPARE(event::read_exit(run)->code, 0);
        QVERIFY(fs::exists(run.report_json()) && fs::exists(run.environment()));
    }

    void two_runs_give_the_same_bits() {
        const event::RunFolder run = bench_.folder("again");
        finish(run, preset_);
        QCOMPARE(difference(whole_, traces(run)), std::string());
    }

    // More than is promised: work is cut into the same parts whatever the number of threads.
    void two_threads_give_the_bits_of_one() {
        const event::RunFolder run = bench_.folder("threads");
        finish(run, bench_.preset({{"evaluation.strategy", "steps"},
                                   {"evaluation.every_n_steps", "4"},
                                   {"training.threads", "2"}}));
        QCOMPARE(difference(whole_, traces(run)), std::string());
    }

    void killed_at_a_site_data() {
        QTest::addColumn<QString>("fault");
        for (const char* fault :
             {"load:1", "forward:1", "forward:7", "backward:4", "backward:26", "optimizer:3", "optimizer:13",
              "optimizer:24", "evaluation:1", "evaluation:6", "evaluation:13", "checkpoint:1", "checkpoint:3",
              "checkpoint:5"})
            QTest::addRow("%s", fault) << fault;
    }
    // FAULTS 2
    void killed_at_a_site() {
        QFETCH(QString, fault);
        const event::RunFolder run = bench_.folder("kill-" + fault.toStdString());
        const Ended killed = bench_.call(run, preset_, {{"TUNEDESK_FAULT", fault.toStdString() + ":kill"}});
        QCOMPARE(killed.code, 128 + SIGKILL);
        finish(run, preset_);
        QCOMPARE(difference(whole_, traces(run)), std::string());
    }

    void killed_again_and_again_at_random_times() {
        const event::RunFolder run = bench_.folder("random");
        std::mt19937 random(20261121);
        QElapsedTimer timer;
        timer.start();
        finish(bench_.folder("timed"), preset_);
        const auto whole_ms = static_cast<unsigned>(std::max<qint64>(timer.elapsed(), 10));
        int kills = 0;
        for (int tries = 0; tries < 10; ++tries) {
            const auto process = bench_.start(run, preset_);
            // the first before its end in any case: a run alone is faster than one that is waited for
            const unsigned within = tries == 0 ? std::max(1u, whole_ms / 4) : whole_ms;
            std::this_thread::sleep_for(std::chrono::milliseconds(random() % within));
            process->kill();
            if (WorkerBench::wait(*process).code == 0) break;
            ++kills;
        }
        QVERIFY(kills > 0);
        finish(run, preset_);
        QCOMPARE(difference(whole_, traces(run)), std::string());
    }

    // The best model of step 8 is saved, the run dies before a checkpoint knows of it, and nothing is
    // evaluated any more: best/ is still that of step 4.
    void a_best_model_of_lost_steps_is_not_the_best() {
        Settings settings{{"evaluation.strategy", "steps"},
                          {"evaluation.every_n_steps", "4"},
                          {"checkpoint.monitor", "val_loss"},
                          {"checkpoint.mode", "min"}};
        const event::RunFolder run = bench_.folder("lost best");
        const Ended killed =
            bench_.call(run, bench_.preset(settings), {{"TUNEDESK_FAULT", "optimizer:9:kill"}});
        QCOMPARE(killed.code, 128 + SIGKILL);
        const auto step_of_best = [&] {
            return format::SafetensorsFile(run.best() / "model.safetensors").metadata().at("step");
        };
        QVERIFY(fs::exists(run.checkpoints() / "next-best"));
        QCOMPARE(step_of_best(), std::string("4"));
        settings["evaluation.strategy"] = "'no'";
        const Ended ended = bench_.call(run, bench_.preset(settings), {}, {"--allow-change"});
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(step_of_best(), std::string("4"));
        QVERIFY(!fs::exists(run.checkpoints() / "next-best"));
        const Json report = parse_json(read_file(run.report_json(), ErrorId::file_unreadable), "report.json",
                                       ErrorId::file_unreadable);
        QCOMPARE(report.at("best_step").get<int>(), 4);
    }

    // FAULTS 13
    void a_stop_finishes_the_step_and_saves() {
        const event::RunFolder run = bench_.folder("stop");
        // 10,000 steps would take minutes: the stop comes long before.
        const fs::path preset = bench_.preset({{"training.max_steps", "10000"},
                                               {"checkpoint.every_n_steps", "0"},
                                               {"evaluation.strategy", "no"},
                                               {"logging.every_n_steps", "1"}});
        const auto process = bench_.start(run, preset);
        QVERIFY(WorkerBench::journal_has(run, "\"Step\""));
        process->terminate();
        const Ended ended = WorkerBench::wait(*process);
        QCOMPARE(ended.code, 75);
        QCOMPARE(event::read_exit(run)->code, 75);
        QVERIFY(!event::read_exit(run)->next.empty());
        QVERIFY(!checkpoints(run).empty());
        QCOMPARE(losses(run).rbegin()->first, checkpoints(run).front());
    }

    void a_stopped_run_goes_on_to_the_same_bits() {
        const event::RunFolder run = bench_.folder("stopped");
        const auto process = bench_.start(run, preset_);
        QVERIFY(WorkerBench::journal_has(run, "\"Started\""));
        process->terminate();
        QCOMPARE(WorkerBench::wait(*process).code, 75);
        finish(run, preset_);
        QCOMPARE(difference(traces_but_saves(bench_.folder("whole")), traces_but_saves(run)), std::string());
    }

    // FAULTS 14
    void the_second_signal_ends_at_once() {
        const event::RunFolder run = bench_.folder("twice");
        const auto process = bench_.start(run, preset_, {{"TUNEDESK_FAULT", "forward:9:stop"}});
        QVERIFY(is_stopped(*process));
        // Both wait for the stopped process, so that no step comes between them.
        const auto pid = static_cast<pid_t>(process->processId());
        for (const int number : {SIGTERM, SIGINT, SIGCONT})
            QCOMPARE(::kill(pid, number), 0);
        const int code = WorkerBench::wait(*process).code;
        QVERIFY2(code == 128 + SIGTERM || code == 128 + SIGINT, std::to_string(code).c_str());
        finish(run, preset_);
    }

    void a_finished_run_stays_as_it_is() {
        const event::RunFolder run = bench_.folder("whole");
        finish(run, preset_);
        QCOMPARE(difference(whole_, traces(run)), std::string());
    }
};

QTEST_GUILESS_MAIN(ResumeTest)
#include "resume_test.moc"
