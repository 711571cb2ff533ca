// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs of tensor slices against the same run of one process: losses, weights, evaluations, what is left
// after a kill, and checkpoints that another layout continues.

#include "texts.h"
#include "worker/decoder_settings.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// How a run's ranks share the work.
struct RunLayout {
    int data = 1, slices = 1;
    const char* strategy = "single";

    int ranks() const { return data * slices; }
};

} // namespace

class TensorRunsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    /// "bert", or a golden decoder that continues a text.
    Settings of_model(const QString& model) const {
        return model == "bert" ? Settings{} : decoder_of_text(bench_, model.toStdString());
    }

    /// Each data rank takes its part of the same batch.
    fs::path preset(const QString& model, const RunLayout& layout, const QString& more = {}) const {
        Settings all{{"training.max_steps", "8"},
                     {"training.optim", "sgd"}, // Adam makes whole steps of gradients of rounding
                     {"training.momentum", "0.9"},
                     {"training.max_grad_norm", "0.5"},
                     {"training.gradient_accumulation_steps", "2"},
                     {"training.per_device_train_batch_size", std::to_string(4 / layout.data)},
                     {"evaluation.strategy", "steps"},
                     {"evaluation.every_n_steps", "4"},
                     {"checkpoint.monitor", "val_loss"},
                     {"checkpoint.mode", "min"},
                     {"logging.every_n_steps", "1"},
                     {"parallel.tensor_size", std::to_string(layout.slices)},
                     {"parallel.processes", std::to_string(layout.ranks())},
                     {"parallel.strategy", layout.strategy},
                     {"parallel.oversubscribe", "true"}};
        all = put_over(all, of_model(model));
        all["checkpoint.every_n_steps"] = "3";
        return bench_.preset(with_words(all, more));
    }

    /// A finished run of one process.
    event::RunFolder alone(const QString& model) {
        const event::RunFolder run = bench_.folder(fmt::format("alone {}", model.toStdString()));
        if (fs::exists(run.report_json())) return run;
        const Ended ended = bench_.call(run, preset(model, {}));
        if (ended.code != 0) qFatal("%s", (ended.out + ended.err).c_str());
        return run;
    }

    static fs::path weights(const fs::path& folder) { return folder / "model.safetensors"; }

private Q_SLOTS:
    void trains_as_one_process_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("data");
        QTest::addColumn<int>("slices");
        QTest::addColumn<QString>("strategy");
        const auto add = [](const char* model, int data, int slices, const char* strategy) {
            QTest::addRow("%s, %d x %d, %s", model, data, slices, strategy)
                << model << data << slices << strategy;
        };
        add("bert", 1, 2, "single");
        add("bert", 2, 2, "ddp");
        add("bert", 2, 2, "zero2");
        add("bert", 2, 2, "zero3");
        add("tiny-gpt2", 1, 4, "single");
        add("tiny-llama", 2, 2, "zero1");
    }
    void trains_as_one_process() {
        QFETCH(QString, model);
        QFETCH(int, data);
        QFETCH(int, slices);
        QFETCH(QString, strategy);
        const QByteArray name = strategy.toUtf8();
        const event::RunFolder one = alone(model), run = bench_.folder(QTest::currentDataTag());
        const RunLayout layout{data, slices, name.constData()};
        for (const Ended& ended : bench_.call_ranks(layout.ranks(), run, preset(model, layout)))
            QVERIFY2(ended.code == 0, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        QVERIFY2(largest_difference(losses(one), losses(run)) < 1e-5,
                 qPrintable(QString::number(largest_difference(losses(one), losses(run)))));
        for (const auto& [ours, theirs] :
             {std::pair(run.final_model(), one.final_model()), std::pair(run.best(), one.best())})
            QVERIFY2(largest_difference(weights(ours), weights(theirs)) < 1e-5,
                     qPrintable(QString::number(largest_difference(weights(ours), weights(theirs)))));
        QCOMPARE(events_of(run, event::Type::Eval).size(), events_of(one, event::Type::Eval).size());
    }

    void killed_data() {
        QTest::addColumn<QString>("fault");
        for (const char* fault : {"forward@1:9", "backward@0:9", "checkpoint@1:2", "export@1:3"})
            QTest::addRow("%s", fault) << fault;
    }
    /// The run ends with 7 and continues to the same bits.
    void killed() {
        QFETCH(QString, fault);
        const fs::path settings = preset("bert", {.slices = 2});
        const event::RunFolder whole = bench_.folder("whole"),
                               run = bench_.folder("killed " + fault.toStdString());
        if (!fs::exists(whole.report_json())) {
            const Ended undisturbed = WorkerBench::wait(*bench_.start_supervised(1, whole, settings));
            QVERIFY2(undisturbed.code == 0, (undisturbed.out + undisturbed.err).c_str());
        }
        const Ended killed = WorkerBench::wait(
            *bench_.start_supervised(1, run, settings, {{"TUNEDESK_FAULT", fault.toStdString() + ":kill"}}));
        QVERIFY2(killed.code == 7, (std::to_string(killed.code) + killed.out + killed.err).c_str());
        const Ended resumed = WorkerBench::wait(*bench_.start_tunedesk({"resume", to_qt(run.root)}));
        QVERIFY2(resumed.code == 0, (resumed.out + resumed.err).c_str());
        QCOMPARE(difference(traces(whole), traces(run)), std::string());
    }

    void resumes_in_another_layout_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("before_data");
        QTest::addColumn<int>("before_slices");
        QTest::addColumn<QString>("before_strategy");
        QTest::addColumn<int>("data");
        QTest::addColumn<int>("slices");
        QTest::addColumn<QString>("strategy");
        const auto add = [](const char* model, const RunLayout& before, const RunLayout& after) {
            QTest::addRow("%s, %s %d x %d to %s %d x %d", model, before.strategy, before.data, before.slices,
                          after.strategy, after.data, after.slices)
                << model << before.data << before.slices << before.strategy << after.data << after.slices
                << after.strategy;
        };
        add("bert", {}, {.slices = 2});
        add("bert", {.slices = 2}, {});
        add("tiny-gpt2", {.slices = 2}, {.slices = 4});
        add("tiny-gpt2", {.data = 2, .slices = 2, .strategy = "zero2"}, {});
        add("bert", {.data = 2, .strategy = "zero3"}, {.data = 2, .slices = 2, .strategy = "zero1"});
    }
    void resumes_in_another_layout() {
        QFETCH(QString, model);
        QFETCH(int, before_data);
        QFETCH(int, before_slices);
        QFETCH(QString, before_strategy);
        QFETCH(int, data);
        QFETCH(int, slices);
        QFETCH(QString, strategy);
        const QByteArray before_name = before_strategy.toUtf8(), name = strategy.toUtf8();
        const event::RunFolder one = alone(model), run = bench_.folder(QTest::currentDataTag());
        const auto call = [&](const RunLayout& layout, const Environment& environment) {
            return bench_.call_ranks(layout.ranks(), run, preset(model, layout), environment,
                                     {"--allow-change"});
        };
        call({before_data, before_slices, before_name.constData()}, {{"TUNEDESK_FAULT", "forward:11:kill"}});
        QCOMPARE(checkpoints(run), std::vector<std::int64_t>{3});
        for (const Ended& ended : call({data, slices, name.constData()}, {}))
            QVERIFY2(ended.code == 0, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        const double off = largest_difference(weights(run.final_model()), weights(one.final_model()));
        QVERIFY2(off < 1e-5, qPrintable(QString::number(off)));
    }

    void refused_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("more");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("reason");
        QTest::addRow("heads") << "bert"
                               << "parallel.tensor_size=3 parallel.processes=3" << 4 << "num_attention_heads";
        QTest::addRow("key-value heads")
            << "tiny-llama"
            << "parallel.tensor_size=4 parallel.processes=4" << 4 << "num_key_value_heads";
        QTest::addRow("8-bit states") << "bert"
                                      << "training.optim=adamw_8bit" << 2 << "tensor_size";
    }
    void refused() {
        QFETCH(QString, model);
        QFETCH(QString, more);
        QFETCH(int, code);
        QFETCH(QString, reason);
        const fs::path settings = preset(model, {.slices = 2}, more);
        const Ended ended =
            WorkerBench::wait(*bench_.start_tunedesk({"check", QString::fromStdString(settings.string())}));
        QCOMPARE(ended.code, code);
        QVERIFY2((ended.out + ended.err).find(reason.toStdString()) != std::string::npos,
                 (ended.out + ended.err).c_str());
    }
};

QTEST_GUILESS_MAIN(TensorRunsTest)
#include "tensor_runs_test.moc"
