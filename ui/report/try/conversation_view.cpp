// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/try/conversation_view.h"

#include "ui/report/try/conversation_pane.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

QDoubleSpinBox* number(double from, double to, double value, const QString& name) {
    auto* box = new QDoubleSpinBox;
    box->setLocale(QLocale::c()); // number format as in presets and files, in every language
    box->setRange(from, to);
    box->setSingleStep(0.05);
    box->setDecimals(2);
    box->setValue(value);
    box->setAccessibleName(name);
    return box;
}

QSpinBox* whole(int from, int to, int value, const QString& name) {
    auto* box = new QSpinBox;
    box->setRange(from, to);
    box->setValue(value);
    box->setAccessibleName(name);
    return box;
}

} // namespace

ConversationView::ConversationView(QWidget* parent)
    : QWidget(parent), trained_(new ConversationPane(tr("Fine-tuned model"))),
      base_(new ConversationPane(tr("Base model"))), beside_(new QCheckBox(tr("&Base model beside it"))),
      system_(new QLineEdit), temperature_(number(0, 2, 0, tr("Temperature"))),
      top_p_(number(0.01, 1, 1, tr("Top p"))), penalty_(number(0.5, 2, 1, tr("Repetition penalty"))),
      top_k_(whole(0, 1000000, 0, tr("Top k"))), most_(whole(1, 8192, 256, tr("Maximum tokens"))),
      text_(new QPlainTextEdit), send_(new QPushButton(tr("&Send"))), stop_(new QPushButton(tr("S&top"))),
      clear_(new QPushButton(tr("&New conversation"))) {
    auto* panes = new QSplitter;
    panes->addWidget(trained_);
    panes->addWidget(base_);
    panes->setChildrenCollapsible(false);
    auto* upper = new QHBoxLayout;
    upper->addWidget(panes, 1);
    upper->addWidget(make_options());
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 8, 0, 0);
    rows->addLayout(upper, 1);
    rows->addWidget(make_question());
    base_->hide();
    for (ConversationPane* pane : {trained_, base_}) {
        connect(pane, &ConversationPane::answered, this, [this] {
            follow();
            if (!trained_->is_answering() && !base_->is_answering()) Q_EMIT answered();
        });
        connect(pane, &ConversationPane::failed, this, [this](const Error& error) {
            follow();
            Q_EMIT failed(error);
        });
    }
    connect(beside_, &QCheckBox::toggled, this, [this](bool shown) {
        base_->setVisible(shown);
        if (!shown) base_->stop();
    });
    connect(send_, &QPushButton::clicked, this, &ConversationView::send);
    connect(stop_, &QPushButton::clicked, this, [this] {
        trained_->stop();
        base_->stop();
    });
    connect(clear_, &QPushButton::clicked, this, [this] {
        trained_->clear();
        base_->clear();
        follow();
    });
    connect(text_, &QPlainTextEdit::textChanged, this, &ConversationView::follow);
    follow();
}

QWidget* ConversationView::make_options() {
    auto* side = new QWidget;
    auto* form = new QFormLayout(side);
    form->setContentsMargins(8, 0, 0, 0);
    system_->setPlaceholderText(tr("none"));
    system_->setAccessibleName(tr("System message"));
    system_->setToolTip(tr("Placed before the first message of a conversation."));
    temperature_->setToolTip(
        tr("0: always the most likely token; 1: sample from the model's probabilities."));
    top_k_->setToolTip(tr("Sample from this many most likely tokens; 0: from all."));
    top_p_->setToolTip(tr("Sample from the most likely tokens that together have this probability."));
    penalty_->setToolTip(tr("Above 1, tokens that already occur in the text become less likely."));
    form->addRow(beside_);
    form->addRow(tr("System message"), system_);
    form->addRow(tr("Temperature"), temperature_);
    form->addRow(tr("Top k"), top_k_);
    form->addRow(tr("Top p"), top_p_);
    form->addRow(tr("Repetition penalty"), penalty_);
    form->addRow(tr("Maximum tokens"), most_);
    form->addRow(clear_);
    return side;
}

QWidget* ConversationView::make_question() {
    auto* line = new QWidget;
    auto* columns = new QHBoxLayout(line);
    columns->setContentsMargins(0, 0, 0, 0);
    text_->setObjectName(QStringLiteral("message"));
    text_->setAccessibleName(tr("Message"));
    text_->setMaximumHeight(90);
    text_->installEventFilter(this);
    auto* buttons = new QVBoxLayout;
    buttons->addWidget(send_);
    buttons->addWidget(stop_);
    columns->addWidget(text_, 1);
    columns->addLayout(buttons);
    return line;
}

/// Enter sends the message; Shift+Enter begins a new line.
bool ConversationView::eventFilter(QObject* object, QEvent* event) {
    if (object == text_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) &&
            !(key->modifiers() & Qt::ShiftModifier)) {
            send();
            return true;
        }
    }
    return QWidget::eventFilter(object, event);
}

void ConversationView::use(const Models& models) {
    models_ = models;
    trained_->use(models.trained, models.beside_a_run, models.conversations);
    if (!models.base.empty()) base_->use(models.base, models.beside_a_run, models.conversations);
    beside_->setEnabled(!models.base.empty());
    if (models.base.empty()) beside_->setChecked(false);
    system_->setEnabled(models.conversations);
    text_->setPlaceholderText(
        models.conversations ? tr("Type a message. Enter sends it, Shift+Enter begins a new line.")
                             : tr("Type how the text begins. Enter sends it, Shift+Enter begins a line."));
    follow();
}

void ConversationView::show_base(bool shown) {
    beside_->setChecked(shown);
}

task::GenerationSpec ConversationView::options() const {
    task::GenerationSpec spec;
    spec.sampling.temperature = temperature_->value();
    spec.sampling.top_k = top_k_->value();
    spec.sampling.top_p = top_p_->value();
    spec.sampling.repetition_penalty = penalty_->value();
    spec.max_new_tokens = most_->value();
    return spec;
}

void ConversationView::ask(const QString& text) {
    text_->setPlainText(text);
    send();
}

void ConversationView::send() {
    const QString text = text_->toPlainText();
    if (!send_->isEnabled()) return;
    text_->clear();
    trained_->ask(text, system_->text(), options());
    if (beside_->isChecked()) base_->ask(text, system_->text(), options());
    follow();
}

void ConversationView::follow() {
    const bool busy = trained_->is_answering() || base_->is_answering();
    send_->setEnabled(!busy && !models_.trained.empty() && !text_->toPlainText().trimmed().isEmpty());
    stop_->setEnabled(busy);
}

} // namespace tunedesk::ui
