// SPDX-License-Identifier: GPL-3.0-or-later
// task: language-modeling on a text: PyTorch's losses on the same weights (make_transformer_lm.py), a new
// model from a preset's keys, killed and resumed to the same bits, on two ranks, tested.

#include "base/text.h"
#include "data/tokenize/words/word_level_file.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>

#include <cmath>
#include <csignal>
#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

void write(const fs::path& path, const std::string& text) {
    write_file_atomically(path, text);
}

Json report_of(const event::RunFolder& run) {
    return parse_json(read_file(run.report_json(), ErrorId::file_unreadable), "report",
                      ErrorId::file_unreadable);
}

} // namespace

class LanguageModelTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    Json golden_;
    Settings settings_;

    /// The weights that PyTorch began with, as a model folder.
    fs::path pytorchs_model() const {
        const fs::path folder = bench_.root() / "language model";
        fs::create_directories(folder);
        fs::copy_file(TUNEDESK_SOURCE_DIR "/tests/golden/transformer_lm.safetensors",
                      folder / "model.safetensors", fs::copy_options::overwrite_existing);
        const auto words = golden_.at("vocabulary").get<std::vector<std::string>>();
        write(folder / "tokenizer.json", data::word_level_json(data::basic_english(), words));
        write(folder / "config.json", Json{{"model_type", "transformer-lm"},
                                           {"vocab_size", words.size()},
                                           {"hidden_size", golden_.at("width")},
                                           {"intermediate_size", golden_.at("feed_forward")},
                                           {"num_attention_heads", golden_.at("heads")},
                                           {"num_hidden_layers", golden_.at("layers")},
                                           {"max_position_embeddings", golden_.at("length")},
                                           {"hidden_act", "relu"}}
                                          .dump());
        return folder;
    }
    /// Without a model folder.
    Settings made() const {
        Settings settings = settings_;
        settings.erase("model.dropout");
        settings["model.path"] = "''";
        settings["model.architecture"] = "transformer-lm";
        settings["model.width"] = "16";
        settings["model.feed_forward"] = "24";
        settings["model.heads"] = "2";
        settings["model.layers"] = "2";
        settings["checkpoint.every_n_steps"] = "3";
        return settings;
    }

private Q_SLOTS:
    void initTestCase() {
        const std::string path = TUNEDESK_SOURCE_DIR "/tests/golden/transformer_lm.json";
        golden_ = parse_json(read_file(path, ErrorId::file_unreadable), path, ErrorId::file_unreadable);
        for (const char* split : {"train", "validation"})
            write(bench_.root() / (std::string(split) + ".txt"), golden_.at(split).get<std::string>());
        const auto number = [&](const char* key) { return golden_.at(key).dump(); };
        settings_ = {{"task", "language-modeling"},
                     {"data.train", (bench_.root() / "train.txt").string()},
                     {"data.validation", (bench_.root() / "validation.txt").string()},
                     {"data.test", (bench_.root() / "validation.txt").string()},
                     {"data.max_length", number("length")},
                     {"model.dropout", "0"},
                     {"training.per_device_train_batch_size", number("columns")},
                     {"training.per_device_eval_batch_size", number("eval_columns")},
                     {"training.gradient_accumulation_steps", "1"},
                     {"training.optim", "sgd"},
                     {"training.weight_decay", "0"},
                     {"training.learning_rate", number("learning_rate")},
                     {"training.lr_scheduler_type", "step"},
                     {"training.lr_gamma", number("gamma")},
                     {"training.warmup_steps", "0"},
                     {"training.max_grad_norm", number("clip")},
                     {"checkpoint.monitor", "val_loss"},
                     {"checkpoint.mode", "min"},
                     {"logging.every_n_steps", "1"}};
    }

    void losses_are_pytorchs_data() {
        QTest::addColumn<QString>("operations");
        QTest::addRow("fused") << "";
        QTest::addRow("LibTorch's") << "aten";
    }
    void losses_are_pytorchs() {
        QFETCH(QString, operations);
        Settings settings = settings_;
        settings["model.path"] = pytorchs_model().string();
        settings["model.init"] = "pretrained";
        const event::RunFolder run = bench_.folder("golden " + operations.toStdString());
        const Environment environment{{"TUNEDESK_OPERATIONS", operations.toStdString()}};
        const Ended ended = bench_.call(run, bench_.preset(settings), environment);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const auto expected = golden_.at("losses").get<std::vector<double>>();
        const auto found = losses(run);
        QCOMPARE(found.size(), expected.size());
        for (std::size_t step = 0; step < expected.size(); ++step)
            QVERIFY2(std::abs(found.at(static_cast<std::int64_t>(step) + 1) - expected[step]) <= 1e-5,
                     fmt::format("step {}: {} for {}", step + 1,
                                 found.at(static_cast<std::int64_t>(step) + 1), expected[step])
                         .c_str());
        std::vector<double> evaluated;
        for (const event::Event& event : events_of(run, event::Type::Eval)) {
            if (event.fields.at("split") != "val") continue;
            evaluated.push_back(event.fields.at("loss").get<double>());
            QVERIFY(std::abs(event.fields.at("perplexity").get<double>() / std::exp(evaluated.back()) - 1) <
                    1e-9);
        }
        const auto wanted = golden_.at("validation_losses").get<std::vector<double>>();
        QCOMPARE(evaluated.size(), wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            QVERIFY2(std::abs(evaluated[i] - wanted[i]) <= 1e-5,
                     fmt::format("{} for {}", evaluated[i], wanted[i]).c_str());
        // The best of the two epochs is tested, on the same rows.
        const Json report = report_of(run);
        QVERIFY2(std::abs(report.value("test_loss", 0.0) - std::ranges::min(wanted)) <= 1e-5,
                 report.dump().c_str());
        QVERIFY(read_file(run.report_text(), ErrorId::file_unreadable).find("Perplexity") !=
                std::string::npos);
    }

    void a_new_model_from_keys() {
        const fs::path preset = bench_.preset(made());
        const Ended checked = WorkerBench::wait(*bench_.start_tunedesk({"check", to_qt(preset)}));
        QVERIFY2(checked.code == 0, (checked.out + checked.err).c_str());
        // 44 words of 16 twice, the decoder's bias, and two layers.
        const int parameters = 2 * 44 * 16 + 44 + 2 * (4 * 16 * 16 + 4 * 16 + 2 * 16 * 24 + 24 + 16 + 4 * 16);
        QVERIFY2(checked.out.find(fmt::format("{} parameters", grouped(parameters))) != std::string::npos,
                 checked.out.c_str());
        const event::RunFolder whole = bench_.finish("made", made());
        QCOMPARE(steps_of(whole), 20);
        QCOMPARE(events_of(whole, event::Type::Started).at(0).fields.at("parameters").get<int>(), parameters);
        QCOMPARE(events_of(whole, event::Type::Started).at(0).fields.at("tokens").get<int>(), 4 * 59);

        const event::RunFolder killed = bench_.folder("made and killed");
        const Ended ended = WorkerBench::wait(
            *bench_.start_supervised(1, killed, preset, {{"TUNEDESK_FAULT", "optimizer:14:kill"}}));
        QCOMPARE(ended.code, 7);
        const Ended resumed = WorkerBench::wait(*bench_.start_tunedesk({"resume", to_qt(killed.root)}));
        QVERIFY2(resumed.code == 0, (resumed.out + resumed.err).c_str());
        QCOMPARE(difference(traces(whole), traces(killed)), std::string());

        // final/ is a model folder of its own.
        Settings further = settings_;
        further["model.path"] = whole.final_model().string();
        further["model.init"] = "pretrained";
        further["training.max_steps"] = "2";
        const event::RunFolder next = bench_.finish("from final", further);
        QCOMPARE(steps_of(next), 2);
        QVERIFY(losses(next).at(1) < losses(whole).at(1));
        const Ended asked = WorkerBench::wait(*bench_.start_tunedesk(
            {"predict", to_qt(whole.root), "--text", "w1 w2", "--max-new-tokens", "3", "--json"}));
        QVERIFY2(asked.code == 0, asked.err.c_str());
        const Json made = parse_json(asked.out, "answer", ErrorId::file_unreadable);
        QCOMPARE(made.at("prompt_tokens").get<int>(), 2);
        QCOMPARE(made.at("tokens").get<int>(), 3);
        QCOMPARE(std::ranges::count(made.at("text").get<std::string>(), ' '), 3);
    }

    void two_ranks_divide_the_columns() {
        Settings settings = made();
        settings["model.dropout"] = "0";
        const event::RunFolder one = bench_.finish("by one", settings);
        settings["training.per_device_train_batch_size"] = "2";
        std::vector<event::RunFolder> others;
        for (const char* strategy : {"ddp", "zero1", "zero2", "zero3", "fsdp"}) {
            settings["parallel.strategy"] = strategy;
            others.push_back(bench_.finish(std::string("by two, ") + strategy, settings, 2));
        }
        settings.erase("parallel.strategy");
        settings["training.per_device_train_batch_size"] = "1";
        settings["training.gradient_accumulation_steps"] = "4";
        others.push_back(bench_.finish("in parts", settings));
        for (const event::RunFolder& other : others) {
            QCOMPARE(losses(other).size(), std::size_t(20));
            const double apart = largest_difference(losses(one), losses(other));
            QVERIFY2(apart <= 1e-5, std::to_string(apart).c_str());
        }
        // Each rank's own loss beside their mean; all have as many tokens.
        std::size_t lines = 0;
        for (const event::Event& event : events_of(others.front(), event::Type::Step)) {
            const auto each = event.fields.at("rank_losses").get<std::vector<double>>();
            QCOMPARE(each.size(), std::size_t(2));
            QVERIFY(each[0] != each[1]);
            QVERIFY(std::abs((each[0] + each[1]) / 2 - event.fields.at("loss").get<double>()) < 1e-5);
            ++lines;
        }
        QCOMPARE(lines, std::size_t(20));
        for (const event::Event& event : events_of(one, event::Type::Step))
            QVERIFY(!event.fields.contains("rank_losses"));
    }

    void mistakes_are_named_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        QTest::addRow("another task") << "task"
                                      << "text-classification" << 2 << "language model";
        QTest::addRow("uneven heads") << "model.heads"
                                      << "3" << 2 << "must divide model.width";
        QTest::addRow("wide heads") << "model.width"
                                    << "1024" << 2 << "at most 256 columns";
        QTest::addRow("a fraction") << "data.test_split"
                                    << "0.1" << 2 << "reads whole";
        QTest::addRow("features") << "model.train"
                                  << "features" << 2 << "one target";
        QTest::addRow("too short") << "training.per_device_train_batch_size"
                                   << "200" << 3 << "too few";
    }
    void mistakes_are_named() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(int, code);
        QFETCH(QString, says);
        Settings settings = made();
        settings[key.toStdString()] = value.toStdString();
        if (key == "data.test_split") settings["data.test"] = "''";
        const Ended ended =
            bench_.call(bench_.folder("mistake " + key.toStdString()), bench_.preset(settings));
        QVERIFY2(ended.code == code && ended.err.find(says.toStdString()) != std::string::npos,
                 fmt::format("{}: {}{}", ended.code, ended.out, ended.err).c_str());
    }

    /// `check` says it too, and of the evaluated texts.
    void check_names_what_is_too_short() {
        Settings settings = made();
        settings["training.per_device_eval_batch_size"] = "200";
        const Ended checked =
            WorkerBench::wait(*bench_.start_tunedesk({"check", to_qt(bench_.preset(settings))}));
        QVERIFY2(checked.code == 3 && checked.err.find("TD3151") != std::string::npos,
                 fmt::format("{}: {}{}", checked.code, checked.out, checked.err).c_str());
    }

    void a_word_of_any_length_is_read() {
        const fs::path text = bench_.root() / "long.txt";
        write(text, golden_.at("train").get<std::string>() + std::string(2000, 'x') + " w1 w2\n");
        Settings settings = made();
        settings["data.train"] = text.string();
        settings["training.max_steps"] = "1";
        const event::RunFolder run = bench_.finish("a long word", settings);
        QCOMPARE(steps_of(run), 1);
    }

    /// Other windows begin the epoch again; other words are another model.
    void changes_are_named() {
        Settings settings = made();
        settings["training.max_steps"] = "6";
        const fs::path text = bench_.root() / "changing.txt";
        const std::string before = golden_.at("train").get<std::string>();
        write(text, before);
        settings["data.train"] = text.string();
        const event::RunFolder run = bench_.folder("changing");
        const Ended ended =
            bench_.call(run, bench_.preset(settings), {{"TUNEDESK_FAULT", "optimizer:5:kill"}});
        QCOMPARE(ended.code, 128 + SIGKILL);
        settings["data.max_length"] = "3";
        const auto go_on = [&] { return bench_.call(run, bench_.preset(settings), {}, {"--allow-change"}); };
        write(text, "another " + before);
        const Ended refused = go_on();
        QVERIFY2(refused.code == 4 && refused.err.find("TD4350") != std::string::npos,
                 (refused.out + refused.err).c_str());
        write(text, before);
        const Ended resumed = go_on();
        QVERIFY2(resumed.code == 0 && resumed.out.find("restarts: its text") != std::string::npos,
                 (resumed.out + resumed.err).c_str());
    }

    void a_classifier_is_no_language_model() {
        Settings settings = settings_;
        settings["model.init"] = "random";
        const Ended ended = bench_.call(bench_.folder("bert"), bench_.preset(settings));
        QVERIFY2(ended.code == 4 && ended.err.find("TD4347") != std::string::npos, ended.err.c_str());
    }
};

QTEST_GUILESS_MAIN(LanguageModelTest)
#include "language_model_test.moc"
