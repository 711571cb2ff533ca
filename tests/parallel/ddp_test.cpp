// SPDX-License-Identifier: GPL-3.0-or-later
// Data parallel training against one process, and what happens when a rank fails.

#include "base/clock.h"
#include "base/json.h"
#include "worker/worker_bench.h"

#include <QTcpServer>
#include <QTest>
#include <cmath>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

std::string said(const std::vector<Ended>& ranks) {
    std::string text;
    for (const Ended& rank : ranks)
        text += "exit " + std::to_string(rank.code) + '\n' + rank.out + rank.err;
    return text;
}

} // namespace

class DdpTest : public QObject {
    Q_OBJECT

    const Environment on_aten{{"TUNEDESK_OPERATIONS", "aten"}};
    WorkerBench bench_;

    void finish(int ranks, const event::RunFolder& run, const fs::path& preset,
                const Environment& environment = {}) {
        const std::vector<Ended> ended = bench_.call_ranks(ranks, run, preset, environment);
        for (const Ended& rank : ended)
            QVERIFY2(rank.code == 0, said(ended).c_str());
    }

    /// 50 steps and more, every one logged; `batch` is a rank's.
    Settings long_run(const std::string& batch) {
        return {{"training.per_device_train_batch_size", batch},
                {"training.gradient_accumulation_steps", "1"},
                {"training.num_train_epochs", "5"},
                {"training.learning_rate", "5e-4"},
                {"logging.every_n_steps", "1"},
                {"checkpoint.every_n_steps", "100"}};
    }

private Q_SLOTS:
    void two_ranks_follow_one_process_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addRow("dropout off") << "model.dropout"
                                     << "0";
        QTest::addRow("dropout on") << "model.dropout"
                                    << "0.1";
        QTest::addRow("sgd") << "training.optim"
                             << "sgd";
        QTest::addRow("small buckets") << "parallel.bucket_mb"
                                       << "0.01";
        QTest::addRow("padded") << "data.batching"
                                << "padded";
        QTest::addRow("class weights") << "training.class_weights"
                                       << "balanced";
    }
    void two_ranks_follow_one_process() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const std::string name = QTest::currentDataTag();
        Settings one = long_run("8"), two = long_run("4");
        one[key.toStdString()] = two[key.toStdString()] = value.toStdString();
        const event::RunFolder alone = bench_.folder(name + " alone"), pair = bench_.folder(name + " pair");
        finish(1, alone, bench_.preset(one));
        finish(2, pair, bench_.preset(two));
        QVERIFY(losses(alone).size() >= 50);
        const double loss = largest_difference(losses(alone), losses(pair));
        const double weight = largest_difference(alone.final_model() / "model.safetensors",
                                                 pair.final_model() / "model.safetensors");
        qInfo("loss %.2g, weights %.2g", loss, weight);
        QVERIFY(loss < 1e-5);
        QVERIFY(weight < 1e-5);
    }

    // GPUs compute with LibTorch's own operations: two ranks with these follow one process with the fused
    // ones.
    void two_ranks_on_aten_follow_one_fused_process_data() {
        QTest::addColumn<QString>("optim");
        QTest::addColumn<QString>("batching");
        QTest::addRow("adamw packed") << "adamw"
                                      << "packed";
        QTest::addRow("sgd padded") << "sgd"
                                    << "padded";
    }
    void two_ranks_on_aten_follow_one_fused_process() {
        QFETCH(QString, optim);
        QFETCH(QString, batching);
        const std::string name = QTest::currentDataTag();
        Settings one = long_run("8"), two = long_run("4");
        for (Settings* settings : {&one, &two}) {
            (*settings)["model.dropout"] = "0";
            (*settings)["training.optim"] = optim.toStdString();
            (*settings)["data.batching"] = batching.toStdString();
        }
        const event::RunFolder fused = bench_.folder(name + " fused"), aten = bench_.folder(name + " aten");
        finish(1, fused, bench_.preset(one));
        finish(2, aten, bench_.preset(two), on_aten);
        const std::string environment = read_file(aten.root / "environment.json", ErrorId::file_unreadable);
        QVERIFY(environment.find("aten operations, generator seed 123\"") != std::string::npos);
        QVERIFY(environment.find("aten operations, generator seed 124\"") != std::string::npos);
        QVERIFY(losses(fused).size() >= 50);
        const double loss = largest_difference(losses(fused), losses(aten));
        const double weight = largest_difference(fused.final_model() / "model.safetensors",
                                                 aten.final_model() / "model.safetensors");
        qInfo("loss %.2g, weights %.2g", loss, weight);
        QVERIFY(loss < 1e-5);
        QVERIFY(weight < 1e-5);
    }

    // 90 rows in steps of 2 x 2 x 11 = 44: the third step has 2 samples, one a rank, in one micro-batch; with
    // 89 rows one rank of it has none.
    void uneven_ends_count_each_sample_once_data() {
        QTest::addColumn<int>("rows");
        QTest::addRow("one sample a rank") << 90;
        QTest::addRow("an empty rank") << 89;
        QTest::addRow("uneven micro-batches") << 73;
    }
    void uneven_ends_count_each_sample_once() {
        QFETCH(int, rows);
        const std::string name = "uneven" + std::to_string(rows);
        bench_.write_rows(bench_.rows(name), rows, 7);
        const auto settings = [&](const char* batch) {
            return Settings{{"data.train", bench_.rows(name).string()},
                            {"training.per_device_train_batch_size", batch},
                            {"training.gradient_accumulation_steps", "2"},
                            {"training.num_train_epochs", "3"},
                            {"training.label_smoothing_factor", "0.1"},
                            {"logging.every_n_steps", "1"}};
        };
        const event::RunFolder alone = bench_.folder(name + "alone"), pair = bench_.folder(name + "pair");
        finish(1, alone, bench_.preset(settings("22")));
        finish(2, pair, bench_.preset(settings("11")));
        std::int64_t samples = 0;
        for (const event::Event& step : events_of(pair, event::Type::Step))
            samples += step.fields.at("samples").get<std::int64_t>();
        QCOMPARE(samples, 3 * rows);
        QVERIFY(largest_difference(losses(alone), losses(pair)) < 1e-5);
        QVERIFY(largest_difference(alone.final_model() / "model.safetensors",
                                   pair.final_model() / "model.safetensors") < 1e-5);
    }

    // A learning rate of 0 keeps the weights equal to the last bit; then so are the evaluations.
    void evaluation_over_ranks_is_exact() {
        const Settings settings{{"training.learning_rate", "0"},
                                {"training.num_train_epochs", "1"},
                                {"training.per_device_eval_batch_size", "5"}};
        const event::RunFolder alone = bench_.folder("eval1"), three = bench_.folder("eval3");
        finish(1, alone, bench_.preset(settings));
        finish(3, three, bench_.preset(settings));
        QCOMPARE(events_of(alone, event::Type::Eval).size(), 2u); // val and test
        const auto figures = [](const event::RunFolder& run) {
            std::string text;
            for (const event::Event& event : events_of(run, event::Type::Eval))
                for (const char* name : {"split", "loss", "accuracy", "macro_f1", "best"})
                    text += event.fields.at(name).dump() + ' ';
            return text;
        };
        QCOMPARE(figures(three), figures(alone));
        QCOMPARE(read_file(three.predictions(), ErrorId::file_unreadable),
                 read_file(alone.predictions(), ErrorId::file_unreadable));
    }

    void a_killed_pair_goes_on_to_the_same_bits_data() {
        QTest::addColumn<QString>("fault");
        QTest::addRow("rank 1 in the all-reduce") << "allreduce@1:9:kill";
        QTest::addRow("rank 0 in the all-reduce") << "allreduce@0:9:kill";
        QTest::addRow("rank 1 in the evaluation") << "evaluation@1:1:kill";
        QTest::addRow("rank 0 in a checkpoint") << "checkpoint@0:2:kill";
    }
    void a_killed_pair_goes_on_to_the_same_bits() {
        QFETCH(QString, fault);
        Settings settings{{"training.per_device_train_batch_size", "2"},
                          {"training.per_device_eval_batch_size", "8"},
                          {"supervision.rank_timeout_seconds", "20"},
                          {"supervision.start_timeout_seconds", "20"}};
        const fs::path preset = bench_.preset(settings);
        const event::RunFolder whole = bench_.folder("whole");
        if (!fs::exists(whole.root)) finish(2, whole, preset);
        const event::RunFolder run = bench_.folder("killed " + fault.toStdString());
        const double start = monotonic_seconds();
        const std::vector<Ended> ranks =
            bench_.call_ranks(2, run, preset, {{"TUNEDESK_FAULT", fault.toStdString()}});
        QVERIFY(monotonic_seconds() - start < 60);
        const std::size_t victim = fault.contains("@1") ? 1 : 0;
        QVERIFY2(ranks[victim].code == 128 + SIGKILL, said(ranks).c_str());
        QVERIFY2(ranks[1 - victim].code == 7, said(ranks).c_str());
        QVERIFY2(ranks[1 - victim].err.find("error[TD7") != std::string::npos, said(ranks).c_str());
        finish(2, run, preset);
        QCOMPARE(difference(traces(whole), traces(run)), std::string());
    }

    // FAULTS 4
    void a_frozen_rank_is_found_within_the_timeout() {
        const event::RunFolder run = bench_.folder("frozen");
        const fs::path preset = bench_.preset(
            {{"supervision.rank_timeout_seconds", "3"}, {"supervision.start_timeout_seconds", "6"}});
        const auto ranks = bench_.start_ranks(2, run, preset, {{"TUNEDESK_FAULT", "allreduce@1:3:stop"}});
        const Ended leader = WorkerBench::wait(*ranks[0], 60);
        QVERIFY2(leader.code == 7, leader.err.c_str());
        QCOMPARE(event::read_exit(run)->code, 7);
        ranks[1]->kill();
        WorkerBench::wait(*ranks[1]);
    }

    // Only rank 1 sees the bad loss; both must leave the step out, and say so once. On a device the host
    // learns of it a step later.
    void a_bad_loss_on_one_rank_is_left_out_by_all_data() {
        QTest::addColumn<bool>("aten");
        QTest::addColumn<QString>("on_nonfinite");
        QTest::addRow("fused") << false << "skip";
        QTest::addRow("aten") << true << "skip";
        QTest::addRow("fused rewind") << false << "rewind";
        QTest::addRow("aten rewind") << true << "rewind";
    }
    // FAULTS 28
    void a_bad_loss_on_one_rank_is_left_out_by_all() {
        QFETCH(bool, aten);
        QFETCH(QString, on_nonfinite);
        const event::RunFolder run = bench_.folder(std::string("nan ") + QTest::currentDataTag());
        const bool rewinds = on_nonfinite == "rewind";
        const fs::path preset = bench_.preset({{"logging.every_n_steps", aten ? "100" : "1"},
                                               {"checkpoint.every_n_steps", "3"},
                                               {"training.on_nonfinite", on_nonfinite.toStdString()},
                                               {"training.gradient_accumulation_steps", "1"}});
        Environment environment = aten ? on_aten : Environment{};
        environment["TUNEDESK_FAULT"] = "loss@1:5:nan";
        finish(2, run, preset, environment);
        int told = 0;
        for (const event::Event& log : events_of(run, event::Type::Log))
            told += log.fields.at("text").get<std::string>().find("step 5: the gradient norm") == 0;
        QCOMPARE(told, 1);
        QCOMPARE(events_of(run, event::Type::Resumed).size(), rewinds ? 1u : 0u);
        if (aten || rewinds) return;
        const std::map<std::int64_t, double> found = losses(run);
        QCOMPARE(found.rbegin()->first, static_cast<std::int64_t>(found.size()));
        QVERIFY(std::isnan(found.at(5)));
        for (const auto& [step, loss] : found)
            QVERIFY2(step == 5 || std::isfinite(loss), std::to_string(step).c_str());
    }

    /// The way between them changes no bit of two ranks' sums.
    void ranks_that_cannot_share_memory_use_gloo_and_say_so_once() {
        const fs::path preset = bench_.preset();
        const event::RunFolder shared = bench_.folder("shared"), apart = bench_.folder("apart"),
                               gloo = bench_.folder("gloo");
        finish(2, shared, preset);
        finish(2, apart, preset, {{"TUNEDESK_FAULT", "shared_memory@1:1:fail"}});
        finish(2, gloo, bench_.preset({{"parallel.backend", "gloo"}}));
        const auto carried_by = [](const event::RunFolder& run) {
            return parse_json(read_file(run.environment(), ErrorId::file_unreadable), {},
                              ErrorId::file_unreadable)
                .at("collectives")
                .get<std::string>();
        };
        QCOMPARE(carried_by(shared), std::string("shared memory"));
        QCOMPARE(carried_by(apart), std::string("gloo"));
        QCOMPARE(carried_by(gloo), std::string("gloo"));
        const auto warnings_of = [](const event::RunFolder& run) {
            std::size_t count = 0;
            for (const event::Event& log : events_of(run, event::Type::Log))
                count += log.fields.at("text").get<std::string>().find("the ranks do not share memory") == 0;
            return count;
        };
        QCOMPARE(warnings_of(shared), std::size_t{0});
        QCOMPARE(warnings_of(apart), std::size_t{1});
        QCOMPARE(warnings_of(gloo), std::size_t{0});
        for (const event::RunFolder& other : {apart, gloo})
            QCOMPARE(largest_difference(shared.final_model() / "model.safetensors",
                                        other.final_model() / "model.safetensors"),
                     0.0);
    }

    // FAULTS 12
    void a_taken_port_is_named() {
        QTcpServer holder;
        QVERIFY(holder.listen(QHostAddress::LocalHost));
        const std::string port = std::to_string(holder.serverPort());
        const Ended ended = bench_.call(bench_.folder("port"), bench_.preset(),
                                        {{"RANK", "0"}, {"WORLD_SIZE", "2"}, {"MASTER_PORT", port}});
        QVERIFY2(ended.code == 6, ended.err.c_str());
        QVERIFY(ended.err.find("MASTER_PORT=" + port) != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(DdpTest)
#include "ddp_test.moc"
