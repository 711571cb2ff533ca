// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigation/run_shortcuts.h"

#include "ui/window/shell/run_actions.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/workspace.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextEdit>

namespace tunedesk::ui {

namespace {

const QKeySequence stop_keys(Qt::CTRL | Qt::Key_Period);

/// Whether the widget takes keys for itself. Lists and read-only texts do nothing with these.
bool takes_keys(const QWidget* widget) {
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(widget)) return !text->isReadOnly();
    if (const auto* text = qobject_cast<const QTextEdit*>(widget)) return !text->isReadOnly();
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
           qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
           qobject_cast<const QAbstractSlider*>(widget);
}

} // namespace

RunShortcuts::RunShortcuts(RunActions* actions, Workspace* workspace, QWidget* window)
    : QObject(window), workspace_(workspace) {
    actions->action(RunAction::stop)->setShortcut(stop_keys);
    window->installEventFilter(this);
}

/// Accepted, a key is no shortcut but goes to the widget with the focus.
bool RunShortcuts::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) return QObject::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool is_space = key->key() == Qt::Key_Space && key->modifiers() == Qt::NoModifier;
    const bool is_stop = QKeySequence(key->keyCombination()) == stop_keys;
    const bool is_shortcut = workspace_->run_view() && !takes_keys(QApplication::focusWidget());
    if ((!is_space && !is_stop) || is_shortcut) return QObject::eventFilter(watched, event);
    event->accept();
    return true;
}

} // namespace tunedesk::ui
