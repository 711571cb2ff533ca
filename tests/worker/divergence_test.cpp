// SPDX-License-Identifier: GPL-3.0-or-later
// Losses that jump, diverge or are no numbers: what is told, left out, taken back, and what ends the run.

#include "worker/worker_bench.h"

#include <QTest>
#include <cmath>
#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

class DivergenceTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    void finish(const event::RunFolder& run, const Settings& settings, const Environment& environment = {}) {
        const Ended ended = bench_.call(run, bench_.preset(settings), environment);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
    }

private Q_SLOTS:
    // FAULTS 29
    // One class at first, another suddenly: what FAULTS calls a spike.
    void a_loss_spike_is_told() {
        std::string text = "text,label\n";
        for (int i = 0; i < 96; ++i)
            text += i < 80 ? "word1 word2,class0\n" : "word1 word2,class1\n";
        write_file_atomically(bench_.root() / "spike.csv", text);
        const Settings settings{{"data.train", (bench_.root() / "spike.csv").string()},
                                {"data.validation", "''"},
                                {"data.test", "''"},
                                {"evaluation.strategy", "'no'"},
                                {"model.dropout", "0"},
                                {"training.learning_rate", "0.01"},
                                {"training.gradient_accumulation_steps", "1"},
                                {"training.per_device_train_batch_size", "1"},
                                {"training.num_train_epochs", "1"},
                                {"logging.every_n_steps", "1"}};
        Settings watched = settings;
        watched["training.loss_spike_factor"] = "3";
        const event::RunFolder run = bench_.folder("spike"), quiet = bench_.folder("no spike");
        finish(run, watched);
        // The rule of the key, over the losses of the journal: above the factor times the running mean.
        std::vector<std::int64_t> expected;
        double mean = NAN;
        for (const auto& [step, loss] : losses(run)) {
            if (std::isfinite(mean) && loss > 3 * mean) expected.push_back(step);
            mean = std::isfinite(mean) ? 0.9 * mean + 0.1 * loss : loss;
        }
        QVERIFY(!expected.empty());
        std::vector<std::int64_t> told;
        for (const event::Event& log : events_of(run, event::Type::Log)) {
            const std::string line = log.fields.at("text").get<std::string>();
            if (line.find("loss spike at step ") == std::string::npos) continue;
            QCOMPARE(log.fields.at("level").get<std::string>(), std::string("warning"));
            told.push_back(std::stoll(line.substr(line.find("step ") + 5)));
        }
        QCOMPARE(told, expected);
        finish(quiet, settings);
        QVERIFY(!says(quiet, "loss spike"));
        QCOMPARE(losses(quiet), losses(run)); // it is told, nothing else

        // Left out: the same up to the first spike, and no update by it.
        watched["training.on_loss_spike"] = "skip";
        const event::RunFolder skipping = bench_.folder("skipped spike");
        finish(skipping, watched);
        QVERIFY(says(skipping, fmt::format("loss spike at step {}:", expected.front())));
        QVERIFY(says(skipping, "its update is left out"));
        const auto with = losses(run), without = losses(skipping);
        QVERIFY(std::equal(with.begin(), with.upper_bound(expected.front()), without.begin()));
        QVERIFY(with != without);
        for (const event::Event& event : events_of(skipping, event::Type::Step))
            if (event::to_step(event).step == expected.front())
                QVERIFY(std::isnan(event::to_step(event).grad_norm));
    }

    // Whatever the keys: nobody should find it out by the report.
    void a_diverging_training_is_told() {
        const Settings settings{{"training.num_train_epochs", "2"}, {"logging.every_n_steps", "1"}};
        Settings too_fast = settings;
        too_fast["training.learning_rate"] = "30";
        too_fast["training.lr_scheduler_type"] = "constant";
        const event::RunFolder sound = bench_.folder("sound"), diverged = bench_.folder("diverged");
        finish(sound, settings);
        QVERIFY(!says(sound, "diverges"));
        finish(diverged, too_fast);
        int told = 0;
        for (const event::Event& log : events_of(diverged, event::Type::Log))
            if (log.fields.at("text").get<std::string>().find("diverges") != std::string::npos) {
                ++told;
                QCOMPARE(log.fields.at("level").get<std::string>(), std::string("warning"));
            }
        QCOMPARE(told, 1);
    }

    // FAULTS 28
    void a_bad_step_is_left_out() {
        const event::RunFolder run = bench_.folder("skip");
        finish(run, {{"logging.every_n_steps", "1"}}, {{"TUNEDESK_FAULT", "loss:9:nan"}});
        QCOMPARE(steps_of(run), 24);
        QVERIFY(says(run, "step 5: the gradient norm is nan"));
        QVERIFY(std::isnan(losses(run).at(5)));
        QVERIFY(std::isfinite(losses(run).at(6)));
    }

    // It still has an accuracy: that of the class which a row of NaNs seems to predict.
    void a_model_of_nans_is_no_success() {
        const event::RunFolder run = bench_.folder("nan model");
        const Ended ended = bench_.call(run, bench_.preset({{"precision.compute", "fp16"},
                                                            {"precision.initial_scale_power", "0"},
                                                            {"training.learning_rate", "1000"},
                                                            {"training.nonfinite_limit", "1000"}}));
        int without_number = 0;
        bool has_best = false;
        for (const event::Event& event : events_of(run, event::Type::Eval)) {
            const bool best = event.fields.at("best").get<bool>();
            if (event.fields.at("split") != "val") continue;
            has_best = has_best || best;
            if (std::isfinite(event::number(event.fields, "loss", NAN))) continue;
            ++without_number;
            QVERIFY(!best);
        }
        QVERIFY(without_number > 0);
        QVERIFY(!has_best);
        QVERIFY2(ended.code == 8, (ended.out + ended.err).c_str());
        QCOMPARE(event::read_exit(run)->id, 8503);
        QVERIFY(fs::exists(run.report_json())); // for whoever looks for the cause
    }

    void too_many_bad_steps_end_the_run_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("faults");
        QTest::addRow("limit") << "training.nonfinite_limit"
                               << "3"
                               << "loss:9:nan,loss:11:nan,loss:13:nan";
        QTest::addRow("stop") << "training.on_nonfinite"
                              << "stop"
                              << "loss:9:nan";
    }
    // FAULTS 28
    void too_many_bad_steps_end_the_run() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, faults);
        const event::RunFolder run = bench_.folder("bad " + key.toStdString());
        const Ended ended = bench_.call(run, bench_.preset({{key.toStdString(), value.toStdString()}}),
                                        {{"TUNEDESK_FAULT", faults.toStdString()}});
        QVERIFY2(ended.code == 8, (ended.out + ended.err).c_str());
        const ErrorId expected = key.endsWith("nonfinite_limit") ? ErrorId::training_not_finite_in_row
                                                                 : ErrorId::training_not_finite;
        QCOMPARE(event::read_exit(run)->id, static_cast<int>(expected));
        QVERIFY(event::read_exit(run)->where.find("step ") != std::string::npos);
        QVERIFY(event::read_exit(run)->next.find("learning_rate") != std::string::npos);
    }

    // FAULTS 29
    // Step 8's loss is bad the first time: back to the checkpoint of step 5, and on past the batch of step 8.
    void a_rewind_passes_over_the_batch() {
        const event::RunFolder run = bench_.folder("rewind");
        finish(run, {{"training.on_nonfinite", "rewind"}, {"logging.every_n_steps", "1"}},
               {{"TUNEDESK_FAULT", "loss:15:nan"}});
        const std::map<std::int64_t, double> found = losses(run);
        QCOMPARE(found.size(), 23u);
        QVERIFY(!found.contains(8));
        for (const auto& [step, loss] : found)
            QVERIFY(std::isfinite(loss));
        const std::vector<event::Event> resumed = events_of(run, event::Type::Resumed);
        QCOMPARE(resumed.size(), 1u);
        QCOMPARE(resumed[0].fields.at("from_step").get<int>(), 5);
        QVERIFY(says(run, "back to step 5; the batch of step 8 is skipped"));
        // Up to the bad step nothing has changed.
        finish(bench_.folder("whole"), {{"logging.every_n_steps", "1"}});
        const std::map<std::int64_t, double> whole = losses(bench_.folder("whole"));
        for (int step = 1; step < 8; ++step)
            QCOMPARE(found.at(step), whole.at(step));
        const std::string metrics = read_file(run.metrics(), ErrorId::file_unreadable);
        QVERIFY(metrics.find("\n8,") == std::string::npos && metrics.find("\n9,") != std::string::npos);
        QCOMPARE(steps_of(run), 24);
    }

    // The evaluation of an epoch is due although its last batch is passed over.
    void a_rewind_at_the_end_of_an_epoch_still_evaluates() {
        const event::RunFolder run = bench_.folder("rewind-epoch");
        finish(run, {{"training.on_nonfinite", "rewind"}}, {{"TUNEDESK_FAULT", "loss:23:nan"}});
        QVERIFY(says(run, "the batch of step 12 is skipped"));
        int evaluations = 0;
        for (const event::Event& eval : events_of(run, event::Type::Eval))
            evaluations += eval.fields.at("split") == "val";
        QCOMPARE(evaluations, 2);
    }

    void a_rewind_without_a_checkpoint_says_so() {
        const event::RunFolder run = bench_.folder("rewind-none");
        const Ended ended = bench_.call(run, bench_.preset({{"training.on_nonfinite", "rewind"}}),
                                        {{"TUNEDESK_FAULT", "loss:3:nan"}});
        QCOMPARE(ended.code, 8);
        QVERIFY(event::read_exit(run)->next.find("checkpoint.every_n_steps") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(DivergenceTest)
#include "divergence_test.moc"
