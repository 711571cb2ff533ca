// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/file.h"
#include "task/generation.h"

#include <QWidget>

class QCheckBox;
class QDoubleSpinBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace tunedesk::ui {

class ConversationPane;

/// A conversation with a run's language model, and beside it the same with the model that the run began with;
/// or texts that both continue.
class ConversationView : public QWidget {
    Q_OBJECT

public:
    explicit ConversationView(QWidget* parent = nullptr);

    struct Models {
        fs::path trained, base; ///< base: empty if there is none
        bool beside_a_run = false;
        bool conversations = true; ///< else texts are continued
    };
    void use(const Models& models);
    /// Sends a text to all visible panes.
    void ask(const QString& text);
    ConversationPane& trained() { return *trained_; }
    ConversationPane& base() { return *base_; }
    void show_base(bool shown);
    task::GenerationSpec options() const;

Q_SIGNALS:
    /// All visible panes have answered.
    void answered();
    void failed(const tunedesk::Error& error);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    QWidget* make_options();
    QWidget* make_question();
    void send();
    void follow();

    Models models_;
    ConversationPane *trained_, *base_;
    QCheckBox* beside_;
    QLineEdit* system_;
    QDoubleSpinBox *temperature_, *top_p_, *penalty_;
    QSpinBox *top_k_, *most_;
    QPlainTextEdit* text_;
    QPushButton *send_, *stop_, *clear_;
};

} // namespace tunedesk::ui
