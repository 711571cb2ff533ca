// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/try/conversation_pane.h"

#include "ui/widgets/text.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QTextCursor>
#include <QVBoxLayout>

namespace tunedesk::ui {

ConversationPane::ConversationPane(const QString& title, QWidget* parent)
    : QWidget(parent), state_(new QLabel), said_(new QPlainTextEdit),
      server_(std::make_unique<ServerThread>()) {
    auto* name = new QLabel(title);
    QFont bold = name->font();
    bold.setBold(true);
    name->setFont(bold);
    said_->setReadOnly(true);
    said_->setAccessibleName(title);
    auto* head = new QHBoxLayout;
    head->addWidget(name);
    head->addStretch();
    head->addWidget(state_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(head);
    column->addWidget(said_, 1);
    connect(server_.get(), &ServerThread::started, this,
            [this] { state_->setText(tr("Starting the model…")); });
    connect(server_.get(), &ServerThread::ended, this, [this] {
        state_->setText(tr("The model was unloaded. It is loaded again with the next text."));
    });
    connect(server_.get(), &ServerThread::failed, this, [this](const Error& error) { fail(last_, error); });
}

ConversationPane::~ConversationPane() {
    ++last_;
}

void ConversationPane::use(const fs::path& model, bool beside_a_run, bool conversations) {
    conversations_ = conversations;
    clear();
    server_->use(model, beside_a_run);
}

void ConversationPane::write(const QString& text, bool bold) {
    QTextCursor end(said_->document());
    end.movePosition(QTextCursor::End);
    QTextCharFormat format;
    format.setFontWeight(bold ? QFont::Bold : QFont::Normal);
    end.insertText(text, format);
    said_->setTextCursor(end);
    said_->ensureCursorVisible();
}

void ConversationPane::ask(const QString& text, const QString& system, const task::GenerationSpec& spec) {
    Prompt prompt;
    if (conversations_) {
        if (prompt_.messages.empty() && !system.trimmed().isEmpty())
            prompt_.messages.emplace_back("system", system.trimmed().toStdString());
        prompt_.messages.emplace_back("user", text.toStdString());
        prompt = prompt_;
        write(text + QStringLiteral("\n"), true);
    } else {
        prompt.text = text.toStdString();
        write(text, true);
    }
    answering_ = true;
    const quint64 question = ++last_;
    const auto wanted = [this, question] { return question == last_; };
    const auto there = [this](const auto& act) { QMetaObject::invokeMethod(this, act); };
    server_->post([] { return true; },
                  [=, this](run::PredictionServer& server) {
                      task::Generation made;
                      made.end = task::GenerationEnd::interrupted;
                      try {
                          if (wanted())
                              made = server.generate(prompt, spec, [&](const std::string& piece) {
                                  there([this, question, text = to_qt(piece)] { hear(question, text); });
                                  return wanted();
                              });
                      } catch (const Error& error) {
                          there([this, question, error] { fail(question, error); });
                          return; // the server is answering another request
                      }
                      there([this, question, made] { finish(question, made); });
                  });
}

void ConversationPane::hear(quint64 question, const QString& piece) {
    if (question != last_) return;
    state_->clear();
    write(piece);
}

/// Ends a question without answer: another one may follow.
void ConversationPane::fail(quint64 question, const Error& error) {
    if (question < first_ || !answering_) return;
    answering_ = false;
    state_->clear();
    if (!prompt_.messages.empty() && prompt_.messages.back().first == "user") prompt_.messages.pop_back();
    Q_EMIT failed(error);
}

void ConversationPane::finish(quint64 question, const task::Generation& generation) {
    if (question < first_) return;
    const bool was_stopped = question != last_;
    write(QStringLiteral("\n\n"));
    if (conversations_) prompt_.messages.emplace_back("assistant", generation.text);
    const double speed =
        generation.seconds > 0 ? static_cast<double>(generation.tokens - 1) / generation.seconds : 0;
    state_->setText(was_stopped || speed <= 0
                        ? tr("%n token(s)", nullptr, static_cast<int>(generation.tokens))
                        : tr("%n token(s), %1 per second", nullptr, static_cast<int>(generation.tokens))
                              .arg(speed, 0, 'f', 1));
    answering_ = false;
    Q_EMIT answered(generation);
}

void ConversationPane::stop() {
    if (answering_) ++last_;
}

void ConversationPane::clear() {
    stop();
    first_ = last_ + 1;
    answering_ = false;
    prompt_ = {};
    said_->clear();
    state_->clear();
}

QString ConversationPane::transcript() const {
    return said_->toPlainText();
}

} // namespace tunedesk::ui
