// SPDX-License-Identifier: GPL-3.0-or-later
// What the preset can ask of the loop: batches, lengths of a run, evaluation, what learns.

#include "worker/worker_bench.h"

#include "format/safetensors.h"

#include <QTest>
#include <cmath>
#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

class TrainingTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    void finish(const event::RunFolder& run, const Settings& settings, const Environment& environment = {}) {
        const Ended ended = bench_.call(run, bench_.preset(settings), environment);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
    }

private Q_SLOTS:
    // Dropout is on: its masks follow the samples, not the batch's shape.
    void packed_and_padded_learn_the_same() {
        for (const std::string batching : {"packed", "padded"})
            finish(bench_.folder(batching), {{"data.batching", batching}, {"logging.every_n_steps", "1"}});
        const event::RunFolder packed = bench_.folder("packed"), padded = bench_.folder("padded");
        QCOMPARE(losses(packed).size(), 24u);
        QVERIFY(largest_difference(losses(packed), losses(padded)) < 1e-5);
        QVERIFY(largest_difference(packed.final_model() / "model.safetensors",
                                   padded.final_model() / "model.safetensors") < 1e-5);
    }

    // Accumulation changes nothing but the memory: 2 x 4 samples are 8, as 1 x 8 and 4 x 2.
    void accumulation_weights_every_sample_once() {
        const auto settings = [](const char* batch, const char* accumulation) {
            return Settings{{"training.per_device_train_batch_size", batch},
                            {"training.gradient_accumulation_steps", accumulation},
                            {"training.class_weights", "[1, 2, 3]"},
                            {"logging.every_n_steps", "1"}};
        };
        finish(bench_.folder("1x8"), settings("8", "1"));
        finish(bench_.folder("4x2"), settings("2", "4"));
        QVERIFY(largest_difference(losses(bench_.folder("1x8")), losses(bench_.folder("4x2"))) < 1e-5);
    }

    void runs_of_every_length_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("steps");
        QTest::addColumn<double>("epochs");
        QTest::addRow("whole epochs") << "training.num_train_epochs"
                                      << "2" << 24 << 2.0;
        QTest::addRow("half an epoch") << "training.num_train_epochs"
                                       << "0.5" << 6 << 48 / 90.0;
        QTest::addRow("one and a half") << "training.num_train_epochs"
                                        << "1.5" << 18 << 1 + 48 / 90.0;
        QTest::addRow("max_steps") << "training.max_steps"
                                   << "7" << 7 << 56 / 90.0;
        QTest::addRow("max_steps over epochs") << "training.max_steps"
                                               << "26" << 26 << 2 + 16 / 90.0;
        QTest::addRow("drop_last") << "training.dataloader_drop_last"
                                   << "true" << 22 << 2.0;
        QTest::addRow("bucketed") << "data.batching"
                                  << "bucketed" << 24 << 2.0;
    }
    void runs_of_every_length() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(int, steps);
        QFETCH(double, epochs);
        const event::RunFolder run = bench_.folder(QTest::currentDataTag());
        finish(run, {{key.toStdString(), value.toStdString()}});
        QCOMPARE(steps_of(run), steps);
        const event::Event finished = events_of(run, event::Type::Finished).at(0);
        QVERIFY(std::fabs(finished.fields.at("epochs").get<double>() - epochs) < 1e-9);
        QCOMPARE(losses(run).rbegin()->first, steps);
        const event::Event test = events_of(run, event::Type::Eval).back();
        QCOMPARE(test.fields.at("split").get<std::string>(), std::string("test"));
        QVERIFY(std::fabs(test.fields.at("epoch").get<double>() - epochs) < 1e-9);
    }

    void a_token_budget_fills_batches() {
        const event::RunFolder run = bench_.folder("budget");
        finish(run, {{"training.max_tokens_per_batch", "64"},
                     {"training.gradient_accumulation_steps", "1"},
                     {"logging.every_n_steps", "1"}});
        std::int64_t samples = 0, tokens = 0;
        for (const event::Event& step : events_of(run, event::Type::Step)) {
            samples += step.fields.at("samples").get<std::int64_t>();
            const auto in_step = step.fields.at("tokens").get<std::int64_t>();
            QVERIFY(in_step <= 64);
            tokens += in_step;
        }
        QCOMPARE(samples, 2 * 90);
        QCOMPARE(tokens,
                 2 * events_of(run, event::Type::Started).at(0).fields.at("tokens").get<std::int64_t>());
    }

    void the_best_is_kept_by_any_metric_data() {
        QTest::addColumn<QString>("monitor");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("mode");
        QTest::addRow("accuracy") << "val_acc"
                                  << "accuracy"
                                  << "max";
        QTest::addRow("loss") << "val_loss"
                              << "loss"
                              << "min";
        QTest::addRow("f1") << "val_f1"
                            << "macro_f1"
                            << "max";
    }
    void the_best_is_kept_by_any_metric() {
        QFETCH(QString, monitor);
        QFETCH(QString, field);
        QFETCH(QString, mode);
        const event::RunFolder run = bench_.folder(monitor.toStdString());
        finish(run, {{"checkpoint.monitor", monitor.toStdString()},
                     {"checkpoint.mode", mode.toStdString()},
                     {"evaluation.strategy", "steps"},
                     {"evaluation.every_n_steps", "5"}});
        double best = NAN;
        int evaluations = 0;
        for (const event::Event& eval : events_of(run, event::Type::Eval)) {
            if (eval.fields.at("split") != "val") continue;
            ++evaluations;
            const double value = event::number(eval.fields, field.toUtf8().constData(), NAN);
            const bool better = !(mode == "max" ? value <= best : value >= best); // true for the first
            QCOMPARE(eval.fields.at("best").get<bool>(), better);
            if (better) best = value;
        }
        QCOMPARE(evaluations, 5); // steps 5, 10, 15, 20 and the last, 24
        const Json report = Json::parse(read_file(run.report_json(), ErrorId::file_unreadable));
        QCOMPARE(report.at("monitor_value").get<double>(), best);
    }

    // Nothing can improve by more than 1: the second evaluation without gain ends the run.
    void training_ends_early() {
        const event::RunFolder run = bench_.folder("early");
        finish(run, {{"training.early_stopping_patience", "2"},
                     {"training.early_stopping_threshold", "1"},
                     {"training.num_train_epochs", "10"}});
        QCOMPARE(steps_of(run), 36);
        QVERIFY(says(run, "training ends early"));
        QVERIFY(fs::exists(run.final_model() / "model.safetensors"));
    }

    void without_logging_only_results_are_left() {
        const event::RunFolder run = bench_.folder("lean");
        finish(run, {{"logging.level", "none"}});
        for (const fs::path& path : {run.metrics(), run.checkpoints(), run.tensorboard()})
            QVERIFY2(!fs::exists(path), path.c_str());
        for (const fs::path& path : {run.final_model() / "model.safetensors", run.report_json(),
                                     run.report_text(), run.predictions(), run.exit()})
            QVERIFY2(fs::exists(path), path.c_str());
        QVERIFY(losses(run).empty());
        const event::RunFolder logged = bench_.folder("whole epochs");
        QCOMPARE(read_file(run.final_model() / "model.safetensors", ErrorId::file_unreadable),
                 read_file(logged.final_model() / "model.safetensors", ErrorId::file_unreadable));
    }

    void frozen_weights_stay_bit_identical_data() {
        QTest::addColumn<QString>("train");
        QTest::addColumn<QStringList>("learn"); // beginnings of the names that may change
        // Of a model made at random the dense layer standardises the features.
        QTest::addRow("features") << "features" << QStringList{"classifier.", "bert.pooler."};
        QTest::addRow("last layers") << "last_layers"
                                     << QStringList{"classifier.", "bert.pooler.", "bert.encoder.layer.1."};
    }
    void frozen_weights_stay_bit_identical() {
        QFETCH(QString, train);
        QFETCH(QStringList, learn);
        const event::RunFolder run = bench_.folder(train.toStdString()), first = bench_.folder("initial");
        finish(run, {{"model.train", train.toStdString()}});
        finish(first, {{"training.learning_rate", "0"}, {"training.max_steps", "1"}});
        const format::SafetensorsFile after(run.final_model() / "model.safetensors");
        const format::SafetensorsFile before(first.final_model() / "model.safetensors");
        int learnt = 0, frozen = 0;
        for (const auto& [name, info] : before.tensors()) {
            const auto a = after.data(name), b = before.data(name);
            const bool same = std::equal(a.begin(), a.end(), b.begin(), b.end());
            bool learns = false;
            for (const QString& beginning : learn)
                learns = learns || name.starts_with(beginning.toStdString());
            QVERIFY2(learns || same, name.c_str());
            learnt += !same;
            frozen += same;
        }
        QVERIFY(learnt > 0 && frozen > 0);
    }

    // The second run reads what the first has left: it would die at its first pass through the encoder.
    void features_are_computed_once() {
        fs::remove_all(bench_.root() / "tunedesk" / "tokens");
        const Settings settings{{"model.train", "features"}, {"training.learning_rate", "0.05"}};
        const Environment deadly{{"TUNEDESK_FAULT", "features:2:kill"}};
        QCOMPARE(bench_.call(bench_.folder("fkilled"), bench_.preset(settings), deadly).code, 128 + 9);
        finish(bench_.folder("features first"), settings);
        QVERIFY(says(bench_.folder("features first"), "the encoder ran once over 90 rows"));
        finish(bench_.folder("features again"), settings, {{"TUNEDESK_FAULT", "features:1:kill"}});
        QVERIFY(says(bench_.folder("features again"), "features of 90 rows read from the cache"));
        QCOMPARE(difference(traces(bench_.folder("features first")), traces(bench_.folder("features again"))),
                 std::string());
        const auto found = losses(bench_.folder("features first"));
        QVERIFY(found.rbegin()->second < found.begin()->second);
    }

    // Ranks compute a share each and read one file; a killed run goes on from the cache, to the bit.
    void features_with_ranks_and_after_a_kill() {
        fs::remove_all(bench_.root() / "tunedesk" / "tokens");
        const Settings settings{{"model.train", "features"},
                                {"parallel.strategy", "ddp"},
                                {"parallel.processes", "2"},
                                {"logging.every_n_steps", "1"}};
        const event::RunFolder run = bench_.folder("features ranks");
        for (const Ended& rank : bench_.call_ranks(2, run, bench_.preset(settings)))
            QVERIFY2(rank.code == 0, (rank.out + rank.err).c_str());
        int files = 0;
        for (const auto& entry : fs::directory_iterator(bench_.root() / "tunedesk" / "tokens"))
            files += entry.path().extension() == ".features";
        QCOMPARE(files, 3);

        const Settings alone{{"model.train", "features"}, {"logging.every_n_steps", "1"}};
        const event::RunFolder whole = bench_.folder("features whole"),
                               killed = bench_.folder("features killed");
        finish(whole, alone);
        QCOMPARE(bench_.call(killed, bench_.preset(alone), {{"TUNEDESK_FAULT", "optimizer:8:kill"}}).code,
                 128 + 9);
        finish(killed, alone, {{"TUNEDESK_FAULT", "features:1:kill"}});
        QCOMPARE(read_file(killed.final_model() / "model.safetensors", ErrorId::file_unreadable),
                 read_file(whole.final_model() / "model.safetensors", ErrorId::file_unreadable));
    }

    // Two runs that make the same cache files at once.
    void features_of_two_runs_at_once() {
        fs::remove_all(bench_.root() / "tunedesk" / "tokens");
        const fs::path preset = bench_.preset({{"model.train", "features"}});
        const auto a = bench_.start(bench_.folder("features a"), preset);
        const auto b = bench_.start(bench_.folder("features b"), preset);
        QCOMPARE(WorkerBench::wait(*a).code, 0);
        QCOMPARE(WorkerBench::wait(*b).code, 0);
        QCOMPARE(difference(traces(bench_.folder("features a")), traces(bench_.folder("features b"))),
                 std::string());
    }

    // A run that adds to the cache keeps it small, and its own files.
    void the_cache_is_kept_below_its_limit() {
        const fs::path cache = bench_.root() / "tunedesk" / "tokens";
        fs::remove_all(cache);
        finish(bench_.folder("cache one"), {});
        const auto files = [&] { return std::distance(fs::directory_iterator(cache), {}); };
        QCOMPARE(files(), 3); // train, validation, test
        finish(bench_.folder("cache two"), {{"data.max_length", "30"}});
        QCOMPARE(files(), 6);
        finish(bench_.folder("cache three"), {{"data.max_length", "28"}, {"data.cache_limit_gb", "1e-9"}});
        QCOMPARE(files(), 3);
        finish(bench_.folder("cache four"),
               {{"data.max_length", "28"}, {"data.cache_limit_gb", "1e-9"}, {"model.train", "features"}});
        QCOMPARE(files(), 6); // its tokens and features
    }

    // A classifier of three labels meets data of two.
    void a_head_of_other_labels_is_made_anew_if_asked() {
        const event::RunFolder three = bench_.folder("three");
        finish(three, {});
        std::string text = "text,label\n";
        for (int i = 0; i < 40; ++i)
            text += fmt::format("word{} word{},{}\n", i, i + 3, i % 2 ? "good" : "bad");
        write_file_atomically(bench_.root() / "two.csv", text);
        Settings settings{{"model.path", three.best().string()},
                          {"model.init", "pretrained"},
                          {"data.train", (bench_.root() / "two.csv").string()},
                          {"data.validation", (bench_.root() / "two.csv").string()},
                          {"data.test", "''"},
                          {"training.max_steps", "2"}};
        const Ended refused = bench_.call(bench_.folder("refused"), bench_.preset(settings));
        QVERIFY2(refused.code == 4, (refused.out + refused.err).c_str());
        QCOMPARE(event::read_exit(bench_.folder("refused"))->id,
                 static_cast<int>(ErrorId::head_classes_mismatch));
        QVERIFY(event::read_exit(bench_.folder("refused"))->next.find("model.ignore_mismatched_sizes") !=
                std::string::npos);
        settings["model.ignore_mismatched_sizes"] = "true";
        const event::RunFolder anew = bench_.folder("anew");
        finish(anew, settings);
        QVERIFY(says(anew,
                     "re-initialized for 2 labels (shape differs in the model folder): classifier.weight, "
                     "classifier.bias"));
        const format::SafetensorsFile weights(anew.final_model() / "model.safetensors");
        QCOMPARE(weights.tensors().at("classifier.weight").shape, (std::vector<std::int64_t>{2, 32}));
    }

    void options_that_only_need_to_work_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addRow("class weights") << "training.class_weights"
                                       << "balanced";
        QTest::addRow("label smoothing") << "training.label_smoothing_factor"
                                         << "0.1";
        QTest::addRow("sgd") << "training.optim"
                             << "sgd";
        QTest::addRow("cosine") << "training.lr_scheduler_type"
                                << "cosine";
        QTest::addRow("step") << "training.lr_scheduler_type"
                              << "step";
    }
    void options_that_only_need_to_work() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const event::RunFolder run = bench_.folder(QTest::currentDataTag());
        finish(run, {{key.toStdString(), value.toStdString()}});
        // Each changes the course of the run, and the run stays finite.
        QVERIFY(largest_difference(losses(run), losses(bench_.folder("whole epochs"))) > 1e-6);
        for (const auto& [step, loss] : losses(run))
            QVERIFY(std::isfinite(loss));
    }

    void the_worker_links_no_qt() {
        const auto process =
            bench_.start_program("ldd", {QStringLiteral(TUNEDESK_BIN_DIR "/tunedesk-worker")});
        const Ended ended = WorkerBench::wait(*process);
        QCOMPARE(ended.code, 0);
        QVERIFY(ended.out.find("libtorch_cpu") != std::string::npos);
        QVERIFY2(ended.out.find("libQt") == std::string::npos, ended.out.c_str());
    }
};

QTEST_GUILESS_MAIN(TrainingTest)
#include "training_test.moc"
