// SPDX-License-Identifier: GPL-3.0-or-later
// Decoders of Hugging Face folders with the real programs: as classifiers and as language models, killed and
// resumed to the same bits, on one process and several, and what does not run with them, refused by name.

#include "base/json.h"
#include "long_tests.h"
#include "worker/decoder_settings.h"
#include "worker/undisturbed_runs.h"

#include <QTest>
#include <cmath>
#include <csignal>
#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

class DecoderRunsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    UndisturbedRuns undisturbed_{bench_};

    static QString text_of(const fs::path& path) { return QString::fromStdString(path.string()); }

    Settings with(const std::string& name, const Settings& more = {}) const {
        return decoder_settings(bench_, name, more);
    }
    Settings of_text(const std::string& name, const Settings& more = {}) const {
        return decoder_of_text(bench_, name, more);
    }
    /// Documents of these many words, each a row; tokens are a word each, and one before and behind them.
    Settings of_documents(const std::string& name, const std::vector<int>& lengths,
                          const Settings& more = {}) const {
        const fs::path file = bench_.root() / ("documents" + std::to_string(lengths.size()) + ".jsonl");
        std::string rows;
        int word = 0;
        for (const int length : lengths) {
            rows += "{\"text\": \"";
            for (int i = 0; i < length; ++i, ++word)
                rows += (i > 0 ? " word" : "word") + std::to_string(word * word % 53);
            rows += "\"}\n";
        }
        write_file_atomically(file, rows);
        Settings settings = of_text(name, {{"data.documents", "separate"},
                                           {"data.train", file.string()},
                                           {"data.validation", file.string()}});
        for (const auto& [key, value] : more)
            settings[key] = value;
        return settings;
    }
    static std::vector<int> many_lengths() {
        std::vector<int> lengths;
        for (int i = 0; i < 40; ++i)
            lengths.push_back(1 + i * i % 31);
        return lengths;
    }
    static double validation_loss(const event::RunFolder& run, std::size_t which) {
        std::vector<double> found;
        for (const event::Event& event : events_of(run, event::Type::Eval))
            if (event.fields.at("split") == "val") found.push_back(event.fields.at("loss").get<double>());
        return which < found.size() ? found[which] : NAN;
    }

private Q_SLOTS:
    void killedAndResumed_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("words");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<QString>("strategy");
        std::vector<const char*> models{"tiny-gpt2", "tiny-llama", "tiny-qwen3"}, strategies{"ddp"};
        if (takes_every_case()) { // layers and saved state of another model above or strategy below
            models.insert(models.end(), {"tiny-llama3", "tiny-qwen2"});
            strategies.insert(strategies.end(), {"zero1", "zero2"});
        }
        for (const char* model : models)
            QTest::addRow("%s, words", model) << model << true << 1 << "ddp";
        QTest::addRow("tiny-gpt2, classes") << "tiny-gpt2" << false << 1 << "ddp";
        for (const char* strategy : strategies)
            QTest::addRow("two ranks, %s, words", strategy) << "tiny-llama" << true << 2 << strategy;
        QTest::addRow("two ranks, zero2, classes") << "tiny-llama" << false << 2 << "zero2";
        QTest::addRow("two ranks, zero3, words") << "tiny-mistral" << true << 2 << "zero3";
        QTest::addRow("documents") << "tiny-llama" << true << 1 << "ddp";
        QTest::addRow("documents, two ranks") << "tiny-llama" << true << 2 << "zero1";
    }
    void killedAndResumed() {
        QFETCH(QString, model);
        QFETCH(bool, words);
        QFETCH(int, ranks);
        QFETCH(QString, strategy);
        const std::string name = QTest::currentDataTag();
        const Settings settings = name.starts_with("documents")
                                      ? of_documents(model.toStdString(), many_lengths())
                                  : words ? of_text(model.toStdString())
                                          : with(model.toStdString());
        const event::RunFolder whole = bench_.finish("whole " + name, settings, ranks, qPrintable(strategy));
        QVERIFY(fs::exists(whole.report_json()) && steps_of(whole) > 4);
        const event::RunFolder run = bench_.folder("killed " + name);
        const Ended killed = WorkerBench::wait(
            *bench_.start_supervised(ranks, run, bench_.preset(settings),
                                     {{"TUNEDESK_FAULT", "backward:5:kill"}}, qPrintable(strategy)));
        QVERIFY(killed.code != 0);
        const Ended ended = WorkerBench::wait(*bench_.start_tunedesk({"resume", text_of(run.root)}));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(difference(traces(whole), traces(run)), std::string());
    }

    void ranksFollowOne_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<bool>("documents");
        for (const char* strategy : {"ddp", "zero1", "zero2"})
            QTest::addRow("%s", strategy) << strategy << false;
        QTest::addRow("ddp, documents") << "ddp" << true;
        QTest::addRow("zero1, documents") << "zero1" << true;
    }
    void ranksFollowOne() {
        QFETCH(QString, strategy);
        QFETCH(bool, documents);
        const std::string name = strategy.toStdString() + (documents ? " documents" : "");
        const auto settings = [&](const char* batch) {
            const Settings more{{"model.dropout", "0"}, {"training.per_device_train_batch_size", batch}};
            return documents ? of_documents("tiny-llama", many_lengths(), more) : of_text("tiny-llama", more);
        };
        const double gap = largest_difference(
            losses(undisturbed_.of(settings("8"))),
            losses(bench_.finish("two of " + name, settings("4"), 2, qPrintable(strategy))));
        QVERIFY2(gap <= 1e-5, qPrintable(QString::number(gap)));
    }

    /// Windows and tokens are counted as they are cut; the loss is of each token, however evaluations are
    /// dealt; and one document is what one column of a stream is.
    void documentsStayApart() {
        const std::vector<int> lengths{3, 30, 1, 11};
        const Settings settings = of_documents(
            "tiny-llama", lengths, {{"evaluation.on_start", "true"}, {"training.max_steps", "2"}});
        const event::RunFolder run = bench_.finish("documents apart", settings);
        const Json started = events_of(run, event::Type::Started).at(0).fields;
        int windows = 0, tokens = 0;
        for (const int length : lengths) { // a target for each token but the first
            tokens += length + 1;
            windows += (length + 1 + 11) / 12;
        }
        QCOMPARE(started.at("samples").get<int>(), windows);
        QCOMPARE(started.at("tokens").get<int>(), tokens);
        const Ended checked =
            WorkerBench::wait(*bench_.start_tunedesk({"check", text_of(bench_.preset(settings))}));
        QVERIFY2(checked.code == 0 &&
                     checked.out.find(fmt::format("{} train, {} validation, 0 test", windows, windows)) !=
                         std::string::npos &&
                     checked.out.find(fmt::format("{} per epoch", tokens)) != std::string::npos,
                 (checked.out + checked.err).c_str());

        Settings by_one = settings;
        by_one["training.per_device_eval_batch_size"] = "1";
        const double apart =
            validation_loss(run, 0) - validation_loss(bench_.finish("documents by one", by_one), 0);
        QVERIFY2(std::abs(apart) <= 1e-6, qPrintable(QString::number(apart)));

        Settings one = of_documents("tiny-llama", {50},
                                    {{"evaluation.on_start", "true"},
                                     {"training.max_steps", "1"},
                                     {"training.per_device_train_batch_size", "1"},
                                     {"training.per_device_eval_batch_size", "1"},
                                     {"training.gradient_accumulation_steps", "1"}});
        const double separate = validation_loss(bench_.finish("one document", one), 0);
        one["data.documents"] = "joined";
        const double joined = validation_loss(bench_.finish("one column", one), 0);
        QVERIFY2(separate == joined, qPrintable(QString::number(separate - joined)));
        one["data.documents"] = "separate";
        one["data.train"] = (bench_.root() / "text.txt").string();
        const event::RunFolder text = bench_.finish("a text file is one document", one);
        QVERIFY(events_of(text, event::Type::Started).at(0).fields.at("samples").get<int>() > 30);
    }

    void packedEqualsPadded() {
        for (const char* model : {"tiny-gpt2", "tiny-llama3"}) {
            const Settings packed = with(model, {{"model.dropout", "0"}});
            Settings padded = packed;
            padded["data.batching"] = "padded";
            const double gap =
                largest_difference(losses(bench_.finish(std::string("packed ") + model, packed)),
                                   losses(bench_.finish(std::string("padded ") + model, padded)));
            QVERIFY2(gap <= 1e-5, qPrintable(QString::number(gap)));
        }
    }

    /// LibTorch's operations train to the losses of the fused kernels.
    void operationsAgree() {
        for (const bool words : {false, true}) {
            const Settings settings = words ? of_text("tiny-qwen3", {{"model.dropout", "0"}})
                                            : with("tiny-qwen3", {{"model.dropout", "0"}});
            const std::string name = words ? "words" : "classes";
            const event::RunFolder aten = bench_.folder("aten " + name);
            const Ended ended = bench_.call(aten, bench_.preset(settings), {{"TUNEDESK_OPERATIONS", "aten"}});
            QVERIFY2(ended.code == 0, ended.err.c_str());
            const double gap =
                largest_difference(losses(bench_.finish("fused " + name, settings)), losses(aten));
            QVERIFY2(gap <= 1e-4, qPrintable(QString::number(gap)));
        }
    }

    /// What a run has predicted, its folder predicts again; and it is a decoder's folder as any other.
    void aClassifierIsUsed() {
        const event::RunFolder run = bench_.finish("used", with("tiny-llama"));
        const Ended ended =
            WorkerBench::wait(*bench_.start_tunedesk({"predict", text_of(run.root), "--json", "--file",
                                                      text_of(bench_.rows("test")), "--column", "text"}));
        QVERIFY2(ended.code == 0 && ended.out.find("class0") != std::string::npos, ended.err.c_str());
        const Json config = parse_json(read_file(run.final_model() / "config.json", ErrorId::file_unreadable),
                                       "config.json", ErrorId::file_unreadable);
        QCOMPARE(config.at("architectures").at(0).get<std::string>(),
                 std::string("LlamaForSequenceClassification"));
        const event::RunFolder again =
            bench_.finish("again", with("tiny-llama", {{"model.path", run.final_model().string()}}));
        QVERIFY(fs::exists(again.report_json()));
    }

    void whatDoesNotRunIsRefused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* key, const char* value, const char* says) {
            QTest::addRow("%s: %s", key, value) << key << value << says;
        };
        row("parallel.strategy", "zero3", "TD4355");
        row("parallel.strategy", "fsdp", "TD4355");
        row("model.train", "features", "features needs rows");
        row("model.freeze", "embed_tokens.weigt", "TD4356");
    }
    void whatDoesNotRunIsRefused() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, says);
        Settings more{{key.toStdString(), value.toStdString()}};
        if (key.startsWith("parallel")) more["parallel.processes"] = "2";
        const Ended ended = WorkerBench::wait(
            *bench_.start_tunedesk({"check", text_of(bench_.preset(of_text("tiny-llama", more)))}));
        const std::string said = ended.out + ended.err;
        QVERIFY2(ended.code != 0 && said.find(says.toStdString()) != std::string::npos, said.c_str());
    }
};

QTEST_GUILESS_MAIN(DecoderRunsTest)
#include "decoder_runs_test.moc"
