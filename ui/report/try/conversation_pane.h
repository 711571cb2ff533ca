// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/try/server_thread.h"

#include <QWidget>
#include <atomic>

class QLabel;
class QPlainTextEdit;

namespace tunedesk::ui {

/// A conversation with one language model, or its continuations of texts, shown as they are generated. Each
/// pane has its own conversation, even if two get the same questions.
class ConversationPane : public QWidget {
    Q_OBJECT

public:
    explicit ConversationPane(const QString& title, QWidget* parent = nullptr);
    ~ConversationPane() override;

    /// `conversations`: it answers messages; else it continues each text by itself.
    void use(const fs::path& model, bool beside_a_run, bool conversations);
    void ask(const QString& text, const QString& system, const task::GenerationSpec& spec);
    /// Stops the current answer.
    void stop();
    /// Starts a new conversation.
    void clear();
    QString transcript() const;
    bool is_answering() const { return answering_; }

Q_SIGNALS:
    void answered(const tunedesk::task::Generation& generation);
    void failed(const tunedesk::Error& error);

private:
    using Prompt = run::PredictionServer::Prompt;
    void write(const QString& text, bool bold = false);
    void hear(quint64 question, const QString& piece);
    void finish(quint64 question, const task::Generation& generation);
    void fail(quint64 question, const Error& error);

    QLabel* state_;
    QPlainTextEdit* said_;
    bool conversations_ = true, answering_ = false;
    Prompt prompt_;                        ///< the conversation so far
    quint64 first_ = 1;                    ///< question of this conversation
    std::atomic<quint64> last_{0};         ///< the question whose answer is wanted
    std::unique_ptr<ServerThread> server_; ///< ends before what its work reads
};

} // namespace tunedesk::ui
