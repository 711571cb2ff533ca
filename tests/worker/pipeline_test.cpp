// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs of pipelines against the same run of one process: losses, weights, evaluations and what is left
// after a kill.

#include "long_tests.h"
#include "texts.h"
#include "worker/decoder_settings.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

class PipelineRunsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    void write_distilbert() const {
        const fs::path folder = bench_.root() / "distilbert";
        fs::create_directories(folder);
        for (const char* name : {"vocab.txt", "tokenizer_config.json"})
            fs::copy_file(bench_.model() / name, folder / name, fs::copy_options::overwrite_existing);
        write_file_atomically(
            folder / "config.json",
            R"({"model_type": "distilbert", "architectures": ["DistilBertModel"], "activation": "gelu",
                "dim": 32, "hidden_dim": 64, "n_heads": 2, "n_layers": 3, "dropout": 0.1,
                "attention_dropout": 0.1, "seq_classif_dropout": 0.1, "initializer_range": 0.02,
                "max_position_embeddings": 64, "pad_token_id": 0, "vocab_size": 65})");
    }

    /// "bert", "distilbert", "transformer-lm", "mistral", or "mistral text" and so on of a decoder that
    /// continues a text; those of GPT-2 and Llama have the words' table for their head.
    Settings of_model(const QString& model) const {
        if (model == "distilbert") return {{"model.path", (bench_.root() / "distilbert").string()}};
        if (model == "mistral") return decoder_settings(bench_, "tiny-mistral");
        if (model.endsWith(" text"))
            return decoder_of_text(bench_, "tiny-" + model.section(' ', 0, 0).toStdString());
        if (model == "transformer-lm")
            return decoder_of_text(bench_, "tiny-gpt2",
                                   {{"model.path", "''"},
                                    {"model.init", "random"},
                                    {"model.architecture", "transformer-lm"},
                                    {"model.width", "32"},
                                    {"model.feed_forward", "64"},
                                    {"model.heads", "4"},
                                    {"model.layers", "4"},
                                    {"model.dropout", "0.1"}});
        return {};
    }

    /// Of so many data ranks each takes its part of the same batch.
    fs::path preset(const QString& model, int micro_batches, int stages, int data,
                    const QString& more = {}) const {
        Settings all{{"training.max_steps", "8"},
                     {"training.optim", "sgd"}, // Adam makes whole steps of gradients of rounding
                     {"training.momentum", "0.9"},
                     {"training.max_grad_norm", "0.5"},
                     {"training.gradient_accumulation_steps", std::to_string(micro_batches)},
                     {"training.per_device_train_batch_size", std::to_string(4 / data)},
                     {"evaluation.strategy", "steps"},
                     {"evaluation.every_n_steps", "4"},
                     {"checkpoint.monitor", "val_loss"},
                     {"checkpoint.mode", "min"},
                     {"logging.every_n_steps", "1"},
                     {"parallel.pipeline_stages", std::to_string(stages)},
                     {"parallel.processes", std::to_string(stages * data)},
                     {"parallel.strategy", data > 1 ? "ddp" : "single"},
                     {"parallel.oversubscribe", "true"}};
        all = put_over(all, of_model(model));
        all["checkpoint.every_n_steps"] = "3";
        return bench_.preset(with_words(all, more));
    }

    /// A finished run of one process.
    event::RunFolder alone(const QString& model, int micro_batches) {
        const event::RunFolder run =
            bench_.folder(fmt::format("alone {} {}", model.toStdString(), micro_batches));
        if (fs::exists(run.report_json())) return run;
        const Ended ended = bench_.call(run, preset(model, micro_batches, 1, 1));
        if (ended.code != 0) qFatal("%s", (ended.out + ended.err).c_str());
        return run;
    }

private Q_SLOTS:
    void initTestCase() { write_distilbert(); }

    void trains_as_one_process_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("micro_batches");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("data");
        QTest::addColumn<QString>("more");
        const auto add = [](const char* model, int micro_batches, int stages, int data,
                            const char* more = "") {
            QTest::addRow("%s, %d x %d, %d micro-batches %s", model, stages, data, micro_batches, more)
                << model << micro_batches << stages << data << more;
        };
        add("bert", 1, 2, 1);
        add("bert", 3, 2, 1);
        add("bert", 3, 2, 2);
        add("bert", 8, 2, 1);
        add("bert", 3, 2, 1, "parallel.pipeline_schedule=gpipe");
        add("bert", 3, 2, 2, "parallel.strategy=zero1");
        add("bert", 1, 2, 1, "parallel.pipeline_chunks=3");
        add("bert", 2, 2, 2, "parallel.pipeline_chunks=2");
        add("bert", 2, 2, 1, "memory.activation_checkpointing=block");
        add("distilbert", 3, 3, 1);
        add("distilbert", 2, 2, 2);
        add("distilbert", 2, 2, 1, "parallel.stage_layers=[2,1]");
        add("mistral", 3, 2, 1);
        add("mistral text", 3, 2, 1);
        add("transformer-lm", 3, 4, 1);
        add("gpt2 text", 3, 2, 2);
        add("llama text", 3, 2, 1);
        if (takes_every_case()) {
            add("bert", 1, 2, 2);
            add("gpt2 text", 3, 2, 1);
            add("llama text", 3, 2, 2);
        }
        add("gpt2 text", 1, 2, 2, "parallel.strategy=zero1");
    }
    void trains_as_one_process() {
        QFETCH(QString, model);
        QFETCH(int, micro_batches);
        QFETCH(int, stages);
        QFETCH(int, data);
        QFETCH(QString, more);
        const event::RunFolder one = alone(model, micro_batches),
                               run = bench_.folder(QTest::currentDataTag());
        for (const Ended& ended :
             bench_.call_ranks(stages * data, run, preset(model, micro_batches, stages, data, more)))
            QVERIFY2(ended.code == 0, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        QVERIFY2(largest_difference(losses(one), losses(run)) < 1e-5,
                 qPrintable(QString::number(largest_difference(losses(one), losses(run)))));
        const auto file = [](const fs::path& folder) { return folder / "model.safetensors"; };
        for (const auto& [ours, theirs] :
             {std::pair(run.final_model(), one.final_model()), std::pair(run.best(), one.best())})
            QVERIFY2(largest_difference(file(ours), file(theirs)) < 1e-5,
                     qPrintable(QString::number(largest_difference(file(ours), file(theirs)))));
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
        const fs::path settings = preset("bert", 2, 2, 1);
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

    void refused_data() {
        QTest::addColumn<QString>("more");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("reason");
        QTest::addRow("gathers") << "parallel.strategy=zero3" << 2 << "every micro-batch";
        QTest::addRow("too many stages")
            << "parallel.pipeline_stages=4 parallel.strategy=single" << 4 << "the model has 2";
        QTest::addRow("other layers") << "parallel.stage_layers=[2,2]" << 4 << "the model has 2";
        QTest::addRow("frozen parts") << "model.train=last_layers" << 2 << "pipeline_stages";
    }
    void refused() {
        QFETCH(QString, more);
        QFETCH(int, code);
        QFETCH(QString, reason);
        const fs::path settings = preset("bert", 2, 2, 2, more);
        const Ended ended =
            WorkerBench::wait(*bench_.start_tunedesk({"check", QString::fromStdString(settings.string())}));
        QCOMPARE(ended.code, code);
        QVERIFY2((ended.out + ended.err).find(reason.toStdString()) != std::string::npos,
                 (ended.out + ended.err).c_str());
    }

    /// A checkpoint of a pipeline is continued by one process, and the other way round.
    void resumes_in_another_layout() {
        const event::RunFolder one = alone("bert", 2);
        for (const bool pipeline_first : {true, false}) {
            const event::RunFolder run =
                bench_.folder(pipeline_first ? "pipeline first" : "one process first");
            const auto call = [&](bool pipeline, const Environment& environment) {
                const fs::path settings = preset("bert", 2, pipeline ? 2 : 1, 1);
                return bench_.call_ranks(pipeline ? 2 : 1, run, settings, environment, {"--allow-change"});
            };
            call(pipeline_first, {{"TUNEDESK_FAULT", "forward:11:kill"}});
            QCOMPARE(checkpoints(run), std::vector<std::int64_t>{3});
            for (const Ended& ended : call(!pipeline_first, {}))
                QVERIFY2(ended.code == 0, (std::to_string(ended.code) + ended.out + ended.err).c_str());
            QVERIFY(largest_difference(run.final_model() / "model.safetensors",
                                       one.final_model() / "model.safetensors") < 1e-5);
        }
    }
};

QTEST_GUILESS_MAIN(PipelineRunsTest)
#include "pipeline_test.moc"
