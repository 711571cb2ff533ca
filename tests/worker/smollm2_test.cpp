// SPDX-License-Identifier: GPL-3.0-or-later
// A real chat model, which packaging/setup.sh --tests has made: what transformers gives for it
// (tests/golden/make_smollm2.py), from the command line too.

#include "data/chat/encoded_conversation.h"
#include "task_bench.h"
#include "train/generation/language_model.h"

#include <limits>

using namespace tunedesk;
using namespace tunedesk::test;

class SmolLm2Test : public QObject {
    Q_OBJECT

    const fs::path folder_ = TUNEDESK_SOURCE_DIR "/.deps/models/SmolLM2-135M-Instruct";
    Json golden_ = parse_json(TaskBench::read(TUNEDESK_SOURCE_DIR "/tests/golden/smollm2.json"),
                              "smollm2.json", ErrorId::file_unreadable);

    static data::Conversation conversation_in(const Json& messages) {
        data::Conversation conversation;
        for (const Json& message : messages)
            conversation.push_back(
                {message.at("role").get<std::string>(), message.at("content").get<std::string>()});
        return conversation;
    }

private Q_SLOTS:
    void initTestCase() {
        QVERIFY2(fs::exists(folder_ / "model.safetensors"), "run packaging/setup.sh --tests");
    }

    void tokensAreTransformers() {
        const train::TextForm form = train::TextForm::load(folder_);
        QVERIFY(form.chat.has_value());
        for (const Json& one : golden_.at("conversations"))
            QCOMPARE(form.prompt(conversation_in(one.at("messages"))).ids,
                     one.at("prompt").get<std::vector<std::int32_t>>());
        for (const Json& one : golden_.at("texts"))
            QCOMPARE(form.prompt(one.at("text").get<std::string>()).ids,
                     one.at("ids").get<std::vector<std::int32_t>>());
    }

    void answersAreTransformers() {
        const train::LanguageModel model(folder_);
        QVERIFY(model.is_chat());
        for (const Json& one : golden_.at("conversations")) {
            task::GenerationSpec spec;
            spec.max_new_tokens = 50;
            std::string heard;
            const task::Generation made =
                model.answer(conversation_in(one.at("messages")), spec, [&](std::string_view piece) {
                    heard += piece;
                    return true;
                });
            QCOMPARE(made.text, one.at("text").get<std::string>());
            QCOMPARE(heard, made.text);
            QCOMPARE(made.tokens, static_cast<std::int64_t>(one.at("ids").size()));
            QCOMPARE(made.prompt_tokens, static_cast<std::int64_t>(one.at("prompt").size()));
        }
    }

    void theCommandAnswers() {
        const Json& one = golden_.at("conversations")[0];
        TaskBench bench("chat", {});
        const Ended ended = bench.tunedesk(
            {"predict", QString::fromStdString(folder_.string()), "--max-new-tokens", "50", "--text",
             QString::fromStdString(one.at("messages")[0].at("content").get<std::string>())});
        QVERIFY2(ended.code == 0, ended.err.c_str());
        QCOMPARE(ended.out, one.at("text").get<std::string>() + "\n");
    }
};

QTEST_GUILESS_MAIN(SmolLm2Test)
#include "smollm2_test.moc"
