// SPDX-License-Identifier: GPL-3.0-or-later
// The techniques of precision and memory in the real worker: what they may not change stays as it is, and an
// interrupted run goes on to the bit.

#include "base/files/file.h"
#include "base/json.h"
#include "format/checkpoint.h"
#include "format/safetensors.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::test;

class TechniquesTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    std::map<std::pair<Settings, int>, event::RunFolder> plain_; ///< what others are compared with

    event::RunFolder finish(const std::string& name, const Settings& settings, int ranks = 1) {
        const event::RunFolder run = bench_.folder(name);
        for (const Ended& rank : bench_.call_ranks(ranks, run, bench_.preset(settings)))
            if (rank.code != 0) qWarning("%s", (rank.out + rank.err).c_str());
        return run;
    }
    /// One run for all cases that compare with these settings.
    event::RunFolder plain(const Settings& settings, int ranks) {
        const auto [made, is_new] = plain_.try_emplace({settings, ranks});
        if (is_new) made->second = finish("plain" + std::to_string(plain_.size()), settings, ranks);
        return made->second;
    }
    /// "a.b=c d.e=f"
    static Settings settings_of(const QString& text) {
        Settings settings;
        for (const QString& part : text.split(' ', Qt::SkipEmptyParts))
            settings[part.section('=', 0, 0).toStdString()] = part.section('=', 1).toStdString();
        return settings;
    }
    static fs::path run_checkpoint(const event::RunFolder& run) {
        return run.checkpoints() / format::checkpoint_name(checkpoints(run).front());
    }
    /// The small model with tensors large enough for a state in 8 bits.
    std::string wide_model() const {
        const fs::path folder = bench_.root() / "wide";
        fs::create_directories(folder);
        for (const char* name : {"vocab.txt", "tokenizer_config.json"})
            write_file_atomically(folder / name, read_file(bench_.model() / name, ErrorId::file_unreadable));
        Json config = Json::parse(read_file(bench_.model() / "config.json", ErrorId::file_unreadable));
        config["intermediate_size"] = 200;
        write_file_atomically(folder / "config.json", config.dump());
        return folder.string();
    }
    static std::string weights(const event::RunFolder& run) {
        return read_file(run.final_model() / "model.safetensors", ErrorId::file_unreadable);
    }

private Q_SLOTS:
    /// The edge of fp16's range is where it is with one process: the ranks' shares of a loss are scaled by
    /// the same factor, and no sum of theirs overflows earlier.
    void more_ranks_skip_the_same_steps() {
        std::vector<std::vector<std::int64_t>> skipped;
        for (const int ranks : {1, 4}) {
            const event::RunFolder run =
                finish("edge" + std::to_string(ranks),
                       {{"precision.compute", "fp16"},
                        {"precision.initial_scale_power", "24"},
                        {"precision.loss_scale_window", "1"},
                        {"precision.hysteresis", "1"},
                        {"model.dropout", "0"},
                        {"training.learning_rate", "1e-12"},
                        {"training.per_device_train_batch_size", std::to_string(8 / ranks)}},
                       ranks);
            std::vector<std::int64_t>& steps = skipped.emplace_back();
            for (const event::Event& event : events_of(run, event::Type::Log)) {
                const std::string text = event.fields.value("text", "");
                if (text.find("beyond fp16's range") != std::string::npos)
                    steps.push_back(std::stoll(text.substr(text.find(' ') + 1)));
            }
        }
        QVERIFY2(skipped[0].size() > 3, std::to_string(skipped[0].size()).c_str());
        QCOMPARE(skipped[1], skipped[0]);
    }

    void the_weights_are_the_same_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("more");
        QTest::addColumn<int>("ranks");
        const auto row = [](const char* key, const char* value, const char* more, int ranks) {
            QTest::addRow("%s %s, %s, %d ranks", key, value, more, ranks) << key << value << more << ranks;
        };
        row("memory.activation_checkpointing", "block", "", 1);
        row("memory.activation_checkpointing", "2", "model.train=last_layers", 1);
        row("memory.activation_checkpointing", "block", "", 2);
        row("memory.optimizer_in_backward", "true", "", 1);
        row("memory.optimizer_in_backward", "true", "model.train=last_layers", 1);
    }
    void the_weights_are_the_same() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, more);
        QFETCH(int, ranks);
        Settings settings{{"training.max_grad_norm", "0"}, {"training.gradient_accumulation_steps", "1"}};
        if (!more.isEmpty())
            settings[more.section('=', 0, 0).toStdString()] = more.section('=', 1).toStdString();
        const std::string tag = QTest::currentDataTag();
        const event::RunFolder without = plain(settings, ranks);
        settings[key.toStdString()] = value.toStdString();
        const event::RunFolder run = finish(tag + " with", settings, ranks);
        QVERIFY(losses(run).size() > 2);
        QCOMPARE(losses(run), losses(without));
        QVERIFY(weights(run) == weights(without));
    }

    /// Each type's losses stay within the bounds of docs/precision-and-memory.md of those of fp32, alone and
    /// as ranks that sum their gradients.
    void types_follow_fp32_data() {
        QTest::addColumn<QString>("settings");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<double>("bound");
        const auto row = [](const char* settings, int ranks, double bound) {
            QTest::addRow("%s, %d ranks", settings, ranks) << settings << ranks << bound;
        };
        row("precision.compute=bf16", 1, 5e-4);
        row("precision.compute=fp16", 1, 5e-5);
        row("precision.compute=fp16", 2, 5e-5);
        row("precision.compute=bf16 precision.params=bf16", 1, 0.005);
        row("precision.compute=bf16 precision.params=bf16", 2, 0.005);
        row("training.optim=adamw_8bit", 1, 5e-4);
        row("precision.compute=bf16 precision.params=bf16 training.optim=adamw_8bit", 1, 0.005);
        row("precision.compute=fp16 precision.params=fp16", 1, 0.001);
        row("precision.compute=fp16 precision.params=fp16", 2, 0.001);
    }
    void types_follow_fp32() {
        QFETCH(QString, settings);
        QFETCH(int, ranks);
        QFETCH(double, bound);
        const std::string tag = QTest::currentDataTag();
        Settings in_fp32, changed = settings_of(settings);
        if (settings.contains("8bit")) in_fp32["model.path"] = changed["model.path"] = wide_model();
        const auto expected = losses(plain(in_fp32, ranks));
        const event::RunFolder run = finish(tag, changed, ranks);
        const auto found = losses(run);
        QVERIFY(expected.size() > 2);
        QCOMPARE(found.size(), expected.size());
        QVERIFY(found != expected); // something was rounded
        double largest = 0;
        for (const auto& [step, loss] : expected)
            largest = std::max(largest, std::abs(found.at(step) - loss) / (1 + loss));
        QVERIFY2(largest <= bound, qPrintable(QString::number(largest)));
        const bool sixteen = settings.contains("params");
        const format::SafetensorsFile model(run.final_model() / "model.safetensors");
        for (const auto& [name, tensor] : model.tensors())
            QCOMPARE(format::size_of(tensor.dtype), sixteen ? std::size_t{2} : std::size_t{4});
        const Json config = Json::parse(read_file(run.best() / "config.json", ErrorId::file_unreadable));
        QCOMPARE(config.at("dtype").get<std::string>(), std::string(!sixteen                    ? "float32"
                                                                    : settings.contains("bf16") ? "bfloat16"
                                                                                                : "float16"));
    }

    /// The scale begins too high: updates are left out, which is said, until it fits; then training goes as
    /// without. Under accumulation and clipping, on all ranks alike.
    void overflows_are_skipped_data() {
        QTest::addColumn<int>("ranks");
        QTest::newRow("one rank") << 1;
        QTest::newRow("two ranks") << 2;
    }
    void overflows_are_skipped() {
        QFETCH(int, ranks);
        const std::string tag = QTest::currentDataTag();
        Settings settings{{"precision.compute", "fp16"},
                          {"precision.initial_scale_power", "24"},
                          {"precision.loss_scale_window", "4"},
                          {"precision.hysteresis", "1"},
                          {"training.gradient_accumulation_steps", "2"},
                          {"training.max_grad_norm", "0.5"},
                          {"training.num_train_epochs", std::to_string(4 * ranks)}, // as many steps
                          {"training.nonfinite_limit", "1"}};
        const event::RunFolder run = finish("scaled " + tag, settings, ranks);
        const Json report = Json::parse(read_file(run.report_json(), ErrorId::file_unreadable));
        const auto skips = report.at("loss_scale_skips").get<int>();
        QVERIFY2(skips >= 2, qPrintable(QString::number(skips)));
        int said = 0;
        for (const event::Event& event : events_of(run, event::Type::Log))
            said += event.fields.dump().find("beyond fp16's range") != std::string::npos;
        QCOMPARE(said, skips);
        const auto found = losses(run);
        QVERIFY(found.rbegin()->second < found.begin()->second);
    }

    void a_killed_run_goes_on_to_the_bit_data() {
        QTest::addColumn<QString>("more");
        QTest::addRow("bf16") << "precision.compute=bf16";
        QTest::addRow("bf16 parameters") << "precision.compute=bf16 precision.params=bf16";
        QTest::addRow("fp16 while its scale falls and grows")
            << "precision.compute=fp16 precision.initial_scale_power=24 precision.loss_scale_window=3 "
               "training.gradient_accumulation_steps=2 training.max_grad_norm=0.5";
        QTest::addRow("fp16 parameters")
            << "precision.compute=fp16 precision.params=fp16 training.optim=sgd training.momentum=0.9";
        QTest::addRow("8-bit state") << "training.optim=adamw_8bit";
        QTest::addRow("in backward") << "memory.optimizer_in_backward=true";
    }
    void a_killed_run_goes_on_to_the_bit() {
        QFETCH(QString, more);
        Settings settings = settings_of(more);
        if (more.contains("8bit")) settings["model.path"] = wide_model();
        settings.insert({{"training.max_grad_norm", "0"}, {"training.gradient_accumulation_steps", "1"}});
        const std::string tag = QTest::currentDataTag();
        const event::RunFolder whole = finish(tag + " whole", settings);
        const format::SafetensorsFile state(run_checkpoint(whole) / "optimizer.safetensors");
        bool in_8bit = false;
        for (const auto& [name, tensor] : state.tensors())
            in_8bit |= name.ends_with("_8bit") && tensor.dtype == format::DType::U8;
        QCOMPARE(in_8bit, more.contains("8bit"));
        const event::RunFolder cut = bench_.folder(tag + " cut");
        const fs::path preset = bench_.preset(settings);
        QCOMPARE(bench_.call(cut, preset, {{"TUNEDESK_FAULT", "backward:8:kill"}}).code, 128 + 9);
        const Ended ended = bench_.call(cut, preset);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(difference(traces(whole), traces(cut)), std::string());
    }
};

QTEST_GUILESS_MAIN(TechniquesTest)
#include "techniques_test.moc"
