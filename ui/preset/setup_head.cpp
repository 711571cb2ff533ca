// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/setup_head.h"

#include "ui/preset/form/preset_document.h"
#include "ui/preset/preset_tools.h"
#include "ui/widgets/text.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace tunedesk::ui {

SetupHead::SetupHead(PresetDocument* document, PresetTools* tools, QAction* shows_text, QWidget* page)
    : document_(document), tools_(tools), page_(page), row_(new QHBoxLayout(this)), name_(new QLabel),
      extends_(new QLabel) {
    row_->setContentsMargins(0, 0, 0, 0);
    row_->setSpacing(8);
    QFont bold = name_->font();
    bold.setBold(true);
    name_->setFont(bold);
    name_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    extends_->setForegroundRole(QPalette::PlaceholderText);
    row_->addWidget(name_);
    row_->addWidget(extends_);
    row_->addStretch(1);
    QTextDocument* text = document_->document();
    QAction* undo = add_button(tr("Undo"), tr("Undo the last edit, of form or text"), QKeySequence::Undo,
                               [text] { text->undo(); });
    QAction* redo = add_button(tr("Redo"), tr("Redo the edit"), QKeySequence::Redo, [text] { text->redo(); });
    QAction* save = add_button(tr("Save"), tr("Write the preset's file"), QKeySequence::Save,
                               [this] { document_->save(); });
    for (QAction* action : {undo, redo, save})
        action->setEnabled(false);
    connect(text, &QTextDocument::undoAvailable, undo, &QAction::setEnabled);
    connect(text, &QTextDocument::redoAvailable, redo, &QAction::setEnabled);
    connect(text, &QTextDocument::modificationChanged, save, &QAction::setEnabled);
    connect(text, &QTextDocument::modificationChanged, this, &SetupHead::show_file);
    row_->addWidget(make_measure_menu());
    auto* yaml = new QToolButton;
    yaml->setDefaultAction(shows_text);
    row_->addWidget(yaml);
    row_->addWidget(make_menu());
}

QAction* SetupHead::add_button(const QString& text, const QString& tip, QKeySequence::StandardKey shortcut,
                               std::function<void()> act) {
    auto* action = new QAction(text, page_);
    // The window has the shortcut of Save for all pages: a second one would be ambiguous, and neither would
    // work.
    if (shortcut != QKeySequence::Save) action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(
        tip + QStringLiteral(" (%1)").arg(QKeySequence(shortcut).toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, [act = std::move(act)] { act(); });
    page_->addAction(action);
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    row_->addWidget(button);
    return action;
}

QToolButton* SetupHead::make_menu() {
    auto* more = new QToolButton;
    auto* menu = new QMenu(more);
    more->setText(tr("More"));
    more->setToolTip(tr("Sweep, save as, import, compare, copy the command"));
    more->setPopupMode(QToolButton::InstantPopup);
    more->setMenu(menu);
    menu->addAction(tr("Sweep…"), this, &SetupHead::sweep_requested);
    menu->addAction(tr("Save as…"), tools_, &PresetTools::ask_save_as);
    menu->addAction(tr("Import another tool's settings…"), tools_, &PresetTools::ask_import);
    menu->addAction(tr("Compare with…"), tools_, &PresetTools::ask_compare);
    menu->addAction(tr("Copy command"), tools_, &PresetTools::copy_command);
    return more;
}

QToolButton* SetupHead::make_measure_menu() {
    auto* button = new QToolButton;
    auto* menu = new QMenu(button);
    button->setText(tr("Measure"));
    button->setToolTip(
        tr("Memory and time of a step, the batch size that fits, the fastest layout, a learning rate, or "
           "the best model within some minutes"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    for (const MeasureDialog::What what : MeasureDialog::all())
        menu->addAction(MeasureDialog::title(what) + u'…', this, [this, what] { tools_->ask_measure(what); });
    return button;
}

void SetupHead::show_file() {
    if (!document_->is_open()) return;
    name_->setText(shown_path(document_->file()) +
                   (document_->is_modified() ? tr(" – not saved") : QString()));
    const std::string& base = document_->last_good().extends;
    extends_->setText(base.empty() ? QString() : tr("extends %1").arg(to_qt(base)));
}

} // namespace tunedesk::ui
