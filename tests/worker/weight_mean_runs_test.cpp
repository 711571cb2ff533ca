// SPDX-License-Identifier: GPL-3.0-or-later
// Runs with a mean of the weights, rates by layer, the focal loss and class-balanced sampling: what is
// evaluated and saved, and that a run killed at any instant continues to the same bits.

#include "format/checkpoint.h"
#include "format/safetensors.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <csignal>
#include <cstring>
#include <sstream>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

std::vector<float> floats(const format::SafetensorsFile& file, const std::string& name) {
    const std::span<const std::byte> bytes = file.data(name);
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
    return values;
}

/// Tensors of `model` that are, to the bit, those of `state` under NAME and `ending`.
std::size_t equal_tensors(const fs::path& model, const fs::path& state, const std::string& ending) {
    const format::SafetensorsFile weights(model), means(state);
    std::size_t equal = 0;
    for (const auto& [name, tensor] : weights.tensors())
        equal += floats(weights, name) == floats(means, name + ending);
    return equal;
}

} // namespace

class WeightMeanRunsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    const Settings settings_{{"training.ema_decay", "0.9"},      {"training.layer_decay", "0.8"},
                             {"training.focal_gamma", "2"},      {"data.sampling", "class_balanced"},
                             {"evaluation.strategy", "steps"},   {"evaluation.every_n_steps", "4"},
                             {"checkpoint.monitor", "val_loss"}, {"checkpoint.mode", "min"}};
    std::map<std::string, std::string> whole_; ///< of the uninterrupted run

    Settings with(const Settings& more) const {
        Settings all = settings_;
        for (const auto& [key, value] : more)
            all[key] = value;
        return all;
    }
    event::RunFolder finished(const std::string& name, const Settings& settings, int ranks = 1) {
        const event::RunFolder run = bench_.folder(name);
        for (const Ended& ended : bench_.call_ranks(ranks, run, bench_.preset(settings)))
            if (ended.code != 0) qFatal("%s", (ended.out + ended.err).c_str());
        return run;
    }
    static fs::path newest(const event::RunFolder& run) {
        return run.checkpoints() / format::checkpoint_name(checkpoints(run).front());
    }

private Q_SLOTS:
    void initTestCase() { whole_ = traces(finished("whole", settings_)); }

    /// final/ is the mean of the last checkpoint, whose own weights are others; so is what was tested.
    void finalHoldsTheMean() {
        const event::RunFolder run = bench_.folder("whole");
        QCOMPARE(checkpoints(run).front(), std::int64_t{24});
        const fs::path model = run.final_model() / "model.safetensors", last = newest(run);
        const std::size_t count = format::SafetensorsFile(model).tensors().size();
        QVERIFY(count > 10);
        QCOMPARE(equal_tensors(model, last / "optimizer.safetensors", ".ema"), count);
        QCOMPARE(equal_tensors(model, last / "model.safetensors", ""), std::size_t{0});
        const event::RunFolder plain = finished("plain", with({{"training.ema_decay", "0"}}));
        QCOMPARE(largest_difference(newest(plain) / "model.safetensors", last / "model.safetensors"), 0.0);
        const auto losses_of = [](const event::RunFolder& of) {
            std::vector<double> losses;
            for (const event::Event& event : events_of(of, event::Type::Eval))
                losses.push_back(event.fields.at("loss").get<double>());
            return losses;
        };
        const std::vector<double> with_mean = losses_of(run), without = losses_of(plain);
        QCOMPARE(with_mean.size(), without.size());
        for (std::size_t i = 0; i < with_mean.size(); ++i)
            QVERIFY(with_mean[i] != without[i]);
    }

    void killedAtASite_data() {
        QTest::addColumn<QString>("fault");
        for (const char* fault : {"optimizer:3", "evaluation:6", "checkpoint:3", "optimizer:23"})
            QTest::addRow("%s", fault) << fault;
    }
    void killedAtASite() {
        QFETCH(QString, fault);
        const event::RunFolder run = bench_.folder("kill-" + fault.toStdString());
        const fs::path preset = bench_.preset(settings_);
        const Ended killed = bench_.call(run, preset, {{"TUNEDESK_FAULT", fault.toStdString() + ":kill"}});
        QCOMPARE(killed.code, 128 + SIGKILL);
        const Ended ended = bench_.call(run, preset);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(difference(whole_, traces(run)), std::string());
    }

    void ranks_data() {
        QTest::addColumn<QString>("strategy");
        for (const char* strategy : {"ddp", "zero1", "zero3"})
            QTest::addRow("%s", strategy) << strategy;
    }
    /// Two ranks draw the rows that one draws, and keep the same mean; killed, they go on to the same bits.
    void ranks() {
        QFETCH(QString, strategy);
        const std::string name = strategy.toStdString();
        const Settings settings = with({{"parallel.strategy", name},
                                        {"parallel.processes", "2"},
                                        {"parallel.oversubscribe", "true"},
                                        {"training.optim", "sgd"},
                                        {"training.per_device_train_batch_size", "2"}});
        const event::RunFolder run = finished(name, settings, 2);
        const event::RunFolder alone = finished(name + " alone", with({{"training.optim", "sgd"}}));
        QVERIFY(largest_difference(losses(run), losses(alone)) < 1e-4);
        QVERIFY(largest_difference(run.final_model() / "model.safetensors",
                                   alone.final_model() / "model.safetensors") < 1e-4);
        const event::RunFolder killed = bench_.folder(name + " killed");
        const fs::path preset = bench_.preset(settings);
        for (const Ended& ended :
             bench_.call_ranks(2, killed, preset, {{"TUNEDESK_FAULT", "optimizer:13:kill"}}))
            QVERIFY(ended.code != 0);
        for (const Ended& ended : bench_.call_ranks(2, killed, preset))
            QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(difference(traces(run), traces(killed)), std::string());
    }
};

QTEST_GUILESS_MAIN(WeightMeanRunsTest)
#include "weight_mean_runs_test.moc"
