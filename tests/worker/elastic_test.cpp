// SPDX-License-Identifier: GPL-3.0-or-later
// A run that goes on without the ranks that it has lost.

#include "patience.h"
#include "preset/yaml/load.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::test;

class ElasticTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    /// A step has 12 samples. Checkpoints at steps 3, 6, 9 and 12.
    fs::path preset(const std::string& strategy, int ranks, bool elastic) const {
        return bench_.preset({{"parallel.strategy", strategy},
                              {"parallel.processes", std::to_string(ranks)},
                              {"parallel.elastic", elastic ? "true" : "false"},
                              {"parallel.oversubscribe", "true"},
                              {"training.per_device_train_batch_size", "2"},
                              {"training.gradient_accumulation_steps", std::to_string(6 / ranks)},
                              {"training.max_steps", "12"},
                              {"checkpoint.every_n_steps", "3"},
                              {"supervision.rank_timeout_seconds", "5"},
                              {"supervision.heartbeat_seconds", "0.5"},
                              {"logging.every_n_steps", "1"}});
    }
    static std::map<std::int64_t, double> losses(const event::RunFolder& run) {
        std::map<std::int64_t, double> found; // of a step that was repeated the last one's
        for (const event::Event& step : events_of(run, event::Type::Step))
            found[step.fields.at("step").get<std::int64_t>()] = step.fields.at("loss").get<double>();
        return found;
    }
    static std::string said(const event::RunFolder& run) {
        std::string text;
        for (const event::Event& log : events_of(run, event::Type::Log))
            text += text_field(log.fields, "text") + '\n';
        return text;
    }
    static Preset::Parallel parallel_of(const event::RunFolder& run) {
        return preset::load(run.preset()).preset.parallel;
    }

private Q_SLOTS:
    void the_ranks_that_are_left_go_on_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("fault");
        QTest::addColumn<int>("left");
        // Two micro-batches a step: in step 6.
        QTest::addRow("ddp, killed") << "ddp"
                                     << "forward@2:11:kill" << 2;
        QTest::addRow("zero2, killed") << "zero2"
                                       << "forward@2:11:kill" << 2;
        QTest::addRow("zero3, killed") << "zero3"
                                       << "forward@2:11:kill" << 2;
        QTest::addRow("zero3, hung") << "zero3"
                                     << "forward@2:11:hang" << 2;
        QTest::addRow("zero1, before a checkpoint") << "zero1"
                                                    << "forward@2:3:kill" << 2;
        // Three micro-batches a step then.
        QTest::addRow("ddp, one after the other") << "ddp"
                                                  << "forward@2:11:kill,forward@1:16:kill" << 1;
    }
    void the_ranks_that_are_left_go_on() {
        QFETCH(QString, strategy);
        QFETCH(QString, fault);
        QFETCH(int, left);
        const std::string tag = QTest::currentDataTag();
        const std::string name = strategy.toStdString();
        const event::RunFolder whole = bench_.folder("whole " + name), run = bench_.folder(tag);
        if (!fs::exists(whole.report_json())) {
            const Ended undisturbed = WorkerBench::wait(
                *bench_.start_supervised(3, whole, preset(name, 3, true), {}, name.c_str()));
            QVERIFY2(undisturbed.code == 0, undisturbed.err.c_str());
        }
        const Ended ended = WorkerBench::wait(*bench_.start_supervised(
            3, run, preset(name, 3, true), {{"TUNEDESK_FAULT", fault.toStdString()}}, name.c_str()));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(parallel_of(run).processes, left);
        const std::string sentence = "elastic: " + std::to_string(left) + " of " + std::to_string(left + 1);
        QVERIFY2(said(run).find(sentence) != std::string::npos, said(run).c_str());
        QVERIFY(fs::exists(run.final_model() / "model.safetensors"));
        const auto expected = losses(whole), found = losses(run);
        QCOMPARE(found.size(), std::size_t(12));
        for (const auto& [step, loss] : expected)
            QVERIFY2(std::abs(found.at(step) - loss) < 1e-5,
                     (std::to_string(step) + ": " + std::to_string(found.at(step) - loss)).c_str());
        QCOMPARE(event::read_exit(run)->code, 0);
    }

    void a_detached_run_goes_on() {
        const event::RunFolder run = bench_.folder("detached");
        const Ended started = WorkerBench::wait(*bench_.start_tunedesk(
            {"run", to_qt(preset("zero2", 3, true)), "--run-dir", to_qt(run.root), "--detach"},
            {{"TUNEDESK_FAULT", "forward@2:11:kill"}}));
        QVERIFY2(started.code == 0, started.err.c_str());
        const auto viewer = bench_.start_tunedesk({"attach", to_qt(run.root)});
        const auto is_over = [&] {
            const auto exit = event::read_exit(run);
            return exit && exit->code == 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(is_over(), 60'000);
        QCOMPARE(parallel_of(run).processes, 2);
        QVERIFY(RunBench::all_gone(run, patience_s));
        const Ended seen = WorkerBench::wait(*viewer); // hears of the loss, and stays
        QVERIFY2(seen.code == 0, (seen.out + seen.err).c_str());
        QVERIFY2((seen.out + seen.err).find("elastic: 2 of 3") != std::string::npos,
                 (seen.out + seen.err).c_str());
    }

    /// A rank is lost in the save of a stop.
    void a_stop_is_not_continued() {
        const event::RunFolder run = bench_.folder("stopped");
        const fs::path endless = bench_.preset({{"parallel.strategy", "zero2"},
                                                {"parallel.processes", "3"},
                                                {"parallel.elastic", "true"},
                                                {"training.max_steps", "100000"},
                                                {"checkpoint.every_n_steps", "0"},
                                                {"evaluation.strategy", "'no'"},
                                                {"logging.every_n_steps", "1"}});
        const auto process =
            bench_.start_supervised(1, run, endless, {{"TUNEDESK_FAULT", "checkpoint@2:1:kill"}});
        QVERIFY(WorkerBench::journal_has(run, "\"Step\""));
        process->terminate();
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 7, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        QCOMPARE(parallel_of(run).processes, 3);
    }

    void what_is_no_loss_of_a_rank_ends_the_run() {
        const event::RunFolder run = bench_.folder("throws");
        const Ended ended = WorkerBench::wait(*bench_.start_supervised(
            3, run, preset("ddp", 3, true), {{"TUNEDESK_FAULT", "forward@2:11:throw"}}, "ddp"));
        QVERIFY2(ended.code == 7 || ended.code == 1, std::to_string(ended.code).c_str());
        QCOMPARE(parallel_of(run).processes, 3);
    }

    void without_elastic_the_run_ends() {
        const event::RunFolder run = bench_.folder("not elastic");
        const Ended ended = WorkerBench::wait(*bench_.start_supervised(
            3, run, preset("ddp", 3, false), {{"TUNEDESK_FAULT", "forward@2:11:kill"}}, "ddp"));
        QCOMPARE(ended.code, 7);
        QCOMPARE(parallel_of(run).processes, 3);
    }
};

QTEST_GUILESS_MAIN(ElasticTest)
#include "elastic_test.moc"
