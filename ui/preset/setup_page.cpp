#include "ui/preset/setup_page.h"

#include "ui/preset/preset_document.h"
#include "ui/preset/preset_form.h"
#include "ui/preset/preset_text_edit.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QAction>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStyle>
#include <QToolButton>

namespace tunedesk::ui {

SetupPage::SetupPage(QWidget* parent)
    : QWidget(parent), document_(new PresetDocument(this)), form_(new PresetForm), text_(new PresetTextEdit),
      messages_(new MessageBar), name_(new QLabel), extends_(new QLabel), undo_(new QToolButton),
      redo_(new QToolButton), save_(new QToolButton),
      empty_(new QLabel(tr("Choose a preset at the left, or drop one here."))), split_(new QSplitter) {
    text_->show_document(document_->document());
    split_->addWidget(form_);
    split_->addWidget(text_);
    split_->setStretchFactor(0, 3);
    split_->setStretchFactor(1, 2);
    split_->setChildrenCollapsible(false);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(make_head());
    layout->addWidget(messages_);
    layout->addWidget(split_, 1);
    layout->addWidget(empty_, 1);
    split_->hide();

    connect(document_, &PresetDocument::opened, this, [this] {
        empty_->hide();
        split_->show();
        messages_->clear();
        show_head();
    });
    connect(document_, &PresetDocument::read, this, &SetupPage::show_reading);
    connect(document_, &PresetDocument::saved, this, [this](const QString& file) {
        show_head();
        Q_EMIT saved(file);
    });
    connect(document_, &PresetDocument::failed, this, [this](const Error& error) { messages_->say(error); });
    connect(document_, &PresetDocument::changed_outside, this, &SetupPage::say_changed_outside);
    connect(document_->document(), &QTextDocument::modificationChanged, this, &SetupPage::show_head);
    connect(form_, &PresetForm::edited, this, [this](const preset::Key* key, const QString& value) {
        const QString why = document_->set_key(*key, value.toStdString());
        if (!why.isEmpty()) form_->refuse(*key, why);
    });
    connect(form_, &PresetForm::reset, this, [this](const preset::Key* key) {
        const QString why = document_->reset_key(*key);
        if (!why.isEmpty()) form_->refuse(*key, why);
    });
}

QWidget* SetupPage::make_head() {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    QFont bold = name_->font();
    bold.setBold(true);
    name_->setFont(bold);
    name_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    extends_->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(name_);
    row->addWidget(extends_);
    row->addStretch(1);
    const auto add = [&](QToolButton* button, const QString& text, const QString& tip,
                         QKeySequence::StandardKey shortcut, auto act) {
        auto* action = new QAction(text, this);
        action->setShortcut(shortcut);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setToolTip(
            tip + QStringLiteral(" (%1)").arg(action->shortcut().toString(QKeySequence::NativeText)));
        connect(action, &QAction::triggered, this, act);
        addAction(action);
        button->setDefaultAction(action);
        row->addWidget(button);
        return action;
    };
    QTextDocument* text = document_->document();
    auto* undo = add(undo_, tr("Undo"), tr("Take back the last edit, of form or text"), QKeySequence::Undo,
                     [text] { text->undo(); });
    auto* redo =
        add(redo_, tr("Redo"), tr("Make the edit again"), QKeySequence::Redo, [text] { text->redo(); });
    auto* save =
        add(save_, tr("Save"), tr("Write the preset's file"), QKeySequence::Save, [this] { this->save(); });
    undo->setEnabled(false);
    redo->setEnabled(false);
    save->setEnabled(false);
    connect(text, &QTextDocument::undoAvailable, undo, &QAction::setEnabled);
    connect(text, &QTextDocument::redoAvailable, redo, &QAction::setEnabled);
    connect(text, &QTextDocument::modificationChanged, save, &QAction::setEnabled);
    return head;
}

void SetupPage::open(const fs::path& file) {
    document_->open(file);
}

void SetupPage::open_text(const QString& text, const fs::path& file) {
    document_->set_text(text, file);
}

fs::path SetupPage::file() const {
    return document_->file();
}

bool SetupPage::is_modified() const {
    return document_->is_modified();
}

void SetupPage::save() {
    document_->save();
}

void SetupPage::save_as(const fs::path& file) {
    document_->save_as(file);
}

const preset::Draft& SetupPage::draft() const {
    return document_->reading().draft;
}

void SetupPage::set_key(const QString& key, const QString& value) {
    if (const preset::Key* found = preset::find_key(key.toStdString())) Q_EMIT form_->edited(found, value);
}

void SetupPage::reset_key(const QString& key) {
    if (const preset::Key* found = preset::find_key(key.toStdString())) Q_EMIT form_->reset(found);
}

void SetupPage::go_to(const QString& key) {
    if (const preset::Key* found = preset::find_key(key.toStdString())) form_->go_to(*found);
}

void SetupPage::show_reading() {
    const Reading& reading = document_->reading();
    form_->show_reading(document_->last_good(), !reading.readable);
    QMap<int, QString> problems;
    for (const preset::Problem& problem : reading.draft.problems) {
        const int line = line_in(document_->file(), problem.place);
        if (line == 0) continue;
        const QString what = to_qt(problem.key.empty() ? problem.what : problem.key + ": " + problem.what);
        problems[line] += (problems[line].isEmpty() ? QString() : QStringLiteral("\n")) + what;
    }
    text_->show_problems(problems);
    show_head();
    Q_EMIT changed();
}

void SetupPage::show_head() {
    if (!document_->is_open()) return;
    name_->setText(shown_path(document_->file()) + (is_modified() ? tr(" – not saved") : QString()));
    const std::string& base = document_->last_good().extends;
    extends_->setText(base.empty() ? QString() : tr("extends %1").arg(to_qt(base)));
}

void SetupPage::say_changed_outside() {
    if (!is_modified()) {
        document_->reload();
        messages_->say(MessageBar::Kind::info, tr("Another program changed this file; it was read again."));
        return;
    }
    messages_->say(MessageBar::Kind::warning,
                   tr("Another program changed this file. Saving is held back, so that nothing is lost."),
                   tr("Read it again"), [this] {
                       messages_->clear();
                       document_->reload();
                   });
}

} // namespace tunedesk::ui
