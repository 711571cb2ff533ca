// SPDX-License-Identifier: GPL-3.0-or-later
// task: chat with the real programs: conversations from their file to the answers of the trained model.

#include "event/evaluation.h"
#include "task_bench.h"

#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

Json golden() {
    return parse_json(read_file(TUNEDESK_SOURCE_DIR "/tests/golden/chat.json", ErrorId::file_unreadable),
                      "chat.json", ErrorId::file_unreadable);
}

Json message(const char* role, const std::string& content) {
    return {{"role", role}, {"content", content}};
}

/// What the model is to learn: the answer follows from the question's first word.
struct Question {
    std::string text, answer;
};

std::vector<Question> questions(int count, unsigned seed) {
    static constexpr const char* words[] = {"cat", "mat", "user", "yes"};
    static constexpr const char* answers[] = {"on the mat.", "is", "the user", "yes yes"};
    std::vector<Question> all;
    for (int i = 0; i < count; ++i) {
        seed = seed * 1664525u + 1013904223u;
        const std::size_t kind = (seed >> 16) % 4;
        all.push_back({fmt::format("{} {}", words[kind], (seed >> 8) % 90), answers[kind]});
    }
    return all;
}

} // namespace

class ChatTest : public QObject {
    Q_OBJECT

    Json golden_ = golden();
    TaskBench bench_{"chat", {}};

    static QString qt(const std::string& text) { return QString::fromStdString(text); }

    fs::path make_model(const std::string& name, const Json& tokenizer_config) {
        const fs::path folder = bench_.place(name);
        fs::create_directories(folder);
        Json config =
            parse_json(TaskBench::read(TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-llama/config.json"),
                       "config.json", ErrorId::file_unreadable);
        config["vocab_size"] = 320;
        config["max_position_embeddings"] = 128;
        bench_.write(name + "/config.json", config.dump());
        bench_.write(name + "/tokenizer.json", golden_.at("tokenizer").dump());
        bench_.write(name + "/tokenizer_config.json", tokenizer_config.dump());
        return folder;
    }

    Settings settings(const Settings& more = {}) {
        Settings all{{"model.path", bench_.place("model")},
                     {"model.init", "random"},
                     {"model.dropout", "0"},
                     {"model.ignore_mismatched_sizes", "false"},
                     {"data.train", bench_.place("train.jsonl")},
                     {"data.validation", bench_.place("validation.jsonl")},
                     {"data.test", bench_.place("test.jsonl")},
                     {"data.text_column", "messages"},
                     {"data.max_length", "100"},
                     {"training.learning_rate", "1e-2"},
                     {"training.num_train_epochs", "8"},
                     {"evaluation.on_start", "true"},
                     {"evaluation.prompts", "cat 7 | yes 1"},
                     {"evaluation.max_new_tokens", "9"},
                     {"checkpoint.monitor", "val_loss"},
                     {"checkpoint.mode", "min"}};
        for (const auto& [key, value] : more)
            all[key] = value;
        return all;
    }

    /// Lists of messages; every third has a system's message, every fourth an earlier question.
    void write_messages(const std::string& name, int count, unsigned seed) {
        std::string lines;
        int i = 0;
        for (const Question& question : questions(count, seed)) {
            Json messages = Json::array();
            if (i % 3 == 0) messages.push_back(message("system", "answer"));
            if (i % 4 == 0) {
                messages.push_back(message("user", "yes 1"));
                messages.push_back(message("assistant", "yes yes"));
            }
            messages.push_back(message("user", question.text));
            messages.push_back(message("assistant", question.answer));
            lines += Json{{"messages", messages}}.dump() + "\n";
            ++i;
        }
        bench_.write(name, lines);
    }

private Q_SLOTS:
    void initTestCase() {
        const auto form = golden_.at("templates")[0].at("template").get<std::string>();
        make_model("model", {{"chat_template", form}, {"eos_token", "</s>"}, {"bos_token", "<|begin|>"}});
        make_model("without", Json::object());
        make_model("other", {{"chat_template", "{{ messages }} of another form"}});
        write_messages("train.jsonl", 96, 1);
        write_messages("validation.jsonl", 24, 2);
        write_messages("test.jsonl", 32, 3);
    }

    void learnedKilledAndResumed() {
        const event::RunFolder run = bench_.train_killed_and_resumed(settings());
        const double exact = TaskBench::test_metric(run, "exact_match");
        QVERIFY2(exact >= 0.9, qPrintable(QString::number(exact)));
        // The model as it was before the first step is on record, and is not the best.
        const std::vector<event::Event> evaluations = events_of(run, event::Type::Eval);
        QVERIFY(evaluations.size() >= 9);
        QCOMPARE(evaluations.front().fields.at("step").get<int>(), 0);
        // What it makes of the prompts, before and after.
        QCOMPARE(event::samples_of(evaluations.front()).size(), std::size_t{2});
        const auto samples = event::samples_of(evaluations[evaluations.size() - 2]);
        QVERIFY(samples.size() == 2 && samples[0].prompt == "cat 7");
        QCOMPARE(samples[0].text, std::string("on the mat."));
        QCOMPARE(samples[1].text, std::string("yes yes"));
        const Ended reported = bench_.tunedesk({"report", qt(run.root.string())});
        QVERIFY2(reported.out.find("cat 7 → on the mat.") != std::string::npos &&
                     reported.out.find("samples of step 0\n") != std::string::npos,
                 reported.out.c_str());
        QVERIFY(TaskBench::read(run.metrics()).find("val_exact") != std::string::npos);

        // Greedy decoding of the test's prompts gives as many answers word for word.
        const std::string answers = bench_.place("answers.csv");
        const Ended ended = bench_.tunedesk({"predict", qt(run.root.string()), "--file",
                                             qt(bench_.place("test.jsonl")), "--out", qt(answers)});
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QVERIFY2(ended.out.find(fmt::format("accuracy {:.4f} of 32 labelled rows", exact)) !=
                     std::string::npos,
                 (fmt::format("{:.4f} ", exact) + ended.out).c_str());
        QVERIFY(TaskBench::read(answers).starts_with("prompt,expected,answer,line\n"));
    }

    void ranksFollowOne() {
        const double gap = bench_.difference_of_two_ranks(settings());
        QVERIFY2(gap <= 1e-5, qPrintable(QString::number(gap)));
    }

    /// Of rows that ranks and micro-batches share unevenly, each token counts the same.
    void packedPaddedAndAccumulatedAreOne() {
        const auto losses_with = [&](const std::string& name, const Settings& more) {
            Settings all = settings({{"training.max_steps", "8"}, {"logging.every_n_steps", "1"}});
            for (const auto& [key, value] : more)
                all[key] = value;
            const event::RunFolder run = bench_.bench().folder(name);
            TaskBench::require_success(bench_.bench().call(run, bench_.preset(all)));
            return losses(run);
        };
        const auto packed = losses_with("packed", {});
        QCOMPARE(packed.size(), std::size_t{8});
        for (const Settings& other : {Settings{{"data.batching", "padded"}},
                                      Settings{{"training.per_device_train_batch_size", "8"},
                                               {"training.gradient_accumulation_steps", "1"}}}) {
            const double gap = largest_difference(packed, losses_with("compared", other));
            QVERIFY2(gap <= 1e-5, qPrintable(QString::number(gap)));
            fs::remove_all(bench_.bench().folder("compared").root);
        }
    }

    void instructionsOfATable() {
        for (const char* split : {"train", "validation", "test"}) {
            std::string table = "instruction,input,output\n";
            for (const Question& question : questions(120, 7))
                table += fmt::format("{},{},{}\n", question.text.substr(0, question.text.find(' ')),
                                     question.text.substr(question.text.find(' ') + 1), question.answer);
            bench_.write(std::string(split) + ".csv", table);
        }
        const event::RunFolder run = bench_.bench().folder("instructions");
        TaskBench::require_success(bench_.bench().call(
            run, bench_.preset(settings({{"data.train", bench_.place("train.csv")},
                                         {"data.validation", bench_.place("validation.csv")},
                                         {"data.test", bench_.place("test.csv")},
                                         {"data.text_column", "instruction"},
                                         {"data.text_pair_column", "input"},
                                         {"data.label_column", "output"}}))));
        QVERIFY(TaskBench::test_metric(run, "exact_match") >= 0.9);
        const auto predict = [&](const QStringList& more) {
            const Ended ended = bench_.tunedesk(QStringList{"predict", qt(run.root.string())} + more);
            TaskBench::require_success(ended);
            return ended.out;
        };
        QCOMPARE(predict({"--text", "cat\n7"}), std::string("on the mat.\n"));
        QCOMPARE(predict({"--text", "cat\n7", "--stop", " mat"}), std::string("on the\n"));
        const Json made = parse_json(predict({"--text", "cat\n7", "--json", "--max-new-tokens", "2"}),
                                     "answer", ErrorId::file_unreadable);
        QCOMPARE(made.at("end").get<std::string>(), std::string("length"));
        QCOMPARE(made.at("tokens").get<int>(), 2);
        QVERIFY(std::string("on the mat.").starts_with(made.at("text").get<std::string>()));
        const QStringList drawn{"--text", "cat\n7", "--temperature", "5", "--max-new-tokens", "9"};
        QCOMPARE(predict(drawn + QStringList{"--seed", "4"}), predict(drawn + QStringList{"--seed", "4"}));
        QVERIFY(predict(drawn + QStringList{"--seed", "4"}) != predict(drawn + QStringList{"--seed", "5"}));
        QVERIFY(!predict({"--raw", "--text", "the cat", "--max-new-tokens", "4"}).empty());
        const Ended wrong =
            bench_.tunedesk({"predict", qt(run.root.string()), "--text", "a", "--top-p", "2"});
        QVERIFY2(wrong.code == 2 && wrong.err.find("TD2000") != std::string::npos, wrong.err.c_str());
        const std::string long_text(2000, 'x');
        const Ended large = bench_.tunedesk({"predict", qt(run.root.string()), "--text", qt(long_text)});
        QVERIFY2(large.code != 0 && large.err.find("TD4227") != std::string::npos, large.err.c_str());
    }

    void whatIsNoConversationIsNamed_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* key, const QString& value, const char* says) {
            QTest::addRow("%s: %s", key, qPrintable(value)) << key << value << says;
        };
        row("model.path", "without", "TD4223");
        row("model.path", "other", "TD4224");
        row("data.train", "unanswered.jsonl", "TD3144");
        row("model.train", "features", "features needs rows");
    }
    void answersThatAreCutAwayAreNamed() {
        const event::RunFolder run = bench_.bench().folder("cut");
        const Ended ended = bench_.bench().call(run, bench_.preset(settings({{"data.max_length", "4"}})));
        QVERIFY2(ended.code == 3 && ended.err.find("TD3152") != std::string::npos, ended.err.c_str());
        const Ended checked = bench_.check(settings({{"data.max_length", "4"}}));
        QVERIFY2(checked.code == 3 && (checked.out + checked.err).find("TD3152") != std::string::npos,
                 (checked.out + checked.err).c_str());
    }

    void whatIsNoConversationIsNamed() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, says);
        bench_.write("unanswered.jsonl",
                     Json{{"messages", Json::array({message("user", "cat")})}}.dump() + "\n");
        const std::string name = value.toStdString();
        const Ended ended =
            bench_.check(settings({{key.toStdString(), value == "features" ? name : bench_.place(name)}}));
        const std::string said = ended.out + ended.err;
        QVERIFY2(ended.code != 0 && said.find(says.toStdString()) != std::string::npos, said.c_str());
    }
};

QTEST_GUILESS_MAIN(ChatTest)
#include "chat_test.moc"
