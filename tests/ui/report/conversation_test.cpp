// SPDX-License-Identifier: GPL-3.0-or-later
// Try of a chat model: a conversation with the real SmolLM2 (packaging/setup.sh --tests), the base model
// beside it, and answers to a file's rows.
#include "patience.h"
#include "ui/report/try/conversation_view.h"

#include "ui/display.h"
#include "ui/report/look.h"
#include "ui/report/try/conversation_pane.h"
#include "ui/report/try/try_page.h"
#include "ui/widgets/message_bar.h"

#include <QFile>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::ui;

class ConversationTest : public QObject {
    Q_OBJECT

    static constexpr int patience = 60000;

    QTemporaryDir folder_;
    const fs::path model_ = TUNEDESK_SOURCE_DIR "/.deps/models/SmolLM2-135M-Instruct";
    fs::path root() const { return folder_.path().toStdString(); }

    /// A run whose best model is SmolLM2 as it was.
    fs::path make_run(const std::string& name, const std::string& task) const {
        const fs::path run = root() / name;
        fs::create_directories(run);
        write_file_atomically(run / "preset.yaml", "tunedesk: 1\nname: " + name + "\ntask: " + task +
                                                       "\nmodel: {path: " + model_.string() +
                                                       "}\ndata: {train: x.jsonl, text_column: messages}\n");
        write_file_atomically(run / "environment.json", "{}");
        write_file_atomically(run / "exit.json", R"({"code": 0, "error": null, "line": "", "time": ""})");
        fs::create_directory_symlink(model_, run / "best");
        return run;
    }
    static void show(TryPage& page, const fs::path& run) {
        page.resize(1200, 720);
        page.show();
        page.show_run(run);
        QTRY_VERIFY_WITH_TIMEOUT(page.isEnabled(), 20000);
    }
    static QPushButton* button(TryPage& page, const char* text) {
        for (auto* each : page.findChildren<QPushButton*>())
            if (each->text().remove(u'&') == QLatin1String(text)) return each;
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase() {
        test::use_asked_look();
        QVERIFY2(fs::exists(model_ / "model.safetensors"), "run packaging/setup.sh --tests");
        qputenv("TUNEDESK_WORKER", TUNEDESK_BIN_DIR "/tunedesk-worker");
    }

    void two_models_converse() {
        TryPage page;
        show(page, make_run("chat", "chat"));
        ConversationView& view = page.conversation();
        QVERIFY(view.isVisible());
        QSignalSpy answered(&view, &ConversationView::answered);
        view.ask(QStringLiteral("What is the capital of France?"));
        QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 1, patience);
        QVERIFY2(view.trained().transcript().contains("The capital of France is Paris."),
                 qPrintable(view.trained().transcript()));
        QVERIFY(view.base().transcript().isEmpty());
        // The base model hears what is asked from now on.
        view.show_base(true);
        view.ask(QStringLiteral("And of Italy?"));
        QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 2, patience);
        QVERIFY2(view.trained().transcript().contains("Rome"), qPrintable(view.trained().transcript()));
        QVERIFY(view.base().transcript().startsWith("And of Italy?") && view.base().transcript().size() > 20);
        test::keep(page, QStringLiteral("try-conversation"));
        button(page, "New conversation")->click();
        QVERIFY(view.trained().transcript().isEmpty() && view.base().transcript().isEmpty());
    }

    void an_answer_is_stopped() {
        TryPage page;
        show(page, make_run("stopped", "chat"));
        ConversationView& view = page.conversation();
        QSignalSpy answered(&view, &ConversationView::answered);
        const QString question = QStringLiteral("Write a long story about a ship.");
        view.ask(question);
        QTRY_VERIFY_WITH_TIMEOUT(view.trained().transcript().size() > question.size() + 10, patience);
        QVERIFY(!button(page, "Send")->isEnabled());
        button(page, "Stop")->click();
        QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 1, patience);
        QVERIFY(view.trained().transcript().size() < 800);
        QVERIFY(!button(page, "Stop")->isEnabled());
        // Enter sends the next one.
        auto* text = view.findChild<QPlainTextEdit*>(QStringLiteral("message"));
        text->setPlainText(QStringLiteral("What is the capital of France?"));
        QVERIFY(button(page, "Send")->isEnabled());
        QTest::keyClick(text, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 2, patience);
        QVERIFY(text->toPlainText().isEmpty());
    }

    void a_text_is_continued() {
        TryPage page;
        show(page, make_run("texts", "language-modeling"));
        ConversationView& view = page.conversation();
        QSignalSpy answered(&view, &ConversationView::answered);
        view.ask(QStringLiteral("The capital of France is"));
        QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 1, 2 * patience);
        QVERIFY2(view.trained().transcript().startsWith("The capital of France is Paris"),
                 qPrintable(view.trained().transcript()));
    }

    void a_file_is_answered() {
        TryPage page;
        show(page, make_run("file", "chat"));
        write_file_atomically(root() / "asked.jsonl",
                              R"({"messages":[{"role":"user","content":"What is the capital of France?"},)"
                              R"({"role":"assistant","content":"The capital of France is Paris."}]})"
                              "\n");
        QSignalSpy done(&page, &TryPage::file_done);
        page.predict_file(root() / "asked.jsonl", root() / "answers.csv", page.columns());
        QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, patience);
        QCOMPARE(read_file(root() / "answers.csv", ErrorId::file_unreadable),
                 std::string("prompt,expected,answer,line\nWhat is the capital of France?,The capital of "
                             "France is Paris.,The capital of France is Paris.,1\n"));
        QVERIFY(page.findChild<MessageBar*>()->text().contains("Accuracy 1.0000"));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(ConversationTest)
#include "conversation_test.moc"
