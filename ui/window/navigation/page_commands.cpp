// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigation/page_commands.h"

#include <QAbstractButton>
#include <QAction>
#include <QCheckBox>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QSet>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

namespace tunedesk::ui {

namespace {

QMenu* menu_of(const QAbstractButton* button) {
    if (const auto* tool = qobject_cast<const QToolButton*>(button)) return tool->menu();
    if (const auto* push = qobject_cast<const QPushButton*>(button)) return push->menu();
    return nullptr;
}

/// The tab that a widget is on, of the innermost tabs; empty if it is on none.
QString tab_of(const QWidget* widget) {
    for (const QWidget* above = widget; above; above = above->parentWidget())
        for (const QWidget* holder = above->parentWidget(); holder; holder = holder->parentWidget())
            if (const auto* tabs = qobject_cast<const QTabWidget*>(holder)) {
                const int index = tabs->indexOf(const_cast<QWidget*>(above));
                if (index >= 0) return tabs->tabText(index);
            }
    return {};
}

} // namespace

std::vector<CommandPalette::Command> page_commands(QWidget* page) {
    std::vector<CommandPalette::Command> commands;
    QSet<QString> known;
    const auto add = [&](CommandPalette::Command command) {
        if (known.contains(command.title)) return;
        known.insert(command.title);
        commands.push_back(std::move(command));
    };
    for (QAbstractButton* button : page->findChildren<QAbstractButton*>()) {
        if (!button->isVisible() || button->text().size() < 2) continue;
        QMenu* menu = menu_of(button);
        if (!menu) {
            QAction named(button->text());
            CommandPalette::Command command = CommandPalette::command_of(&named, tab_of(button));
            command.enabled = button->isEnabled();
            command.detail = button->isEnabled() ? QString() : button->toolTip();
            command.act = [button = QPointer(button)] {
                if (button) button->click();
            };
            add(std::move(command));
            continue;
        }
        Q_EMIT menu->aboutToShow(); // some are filled only then
        for (QAction* action : menu->actions())
            if (!action->isSeparator() && !action->menu())
                add(CommandPalette::command_of(action, button->text()));
    }
    for (QTabWidget* tabs : page->findChildren<QTabWidget*>())
        for (int i = 0; tabs->isVisible() && i < tabs->count(); ++i) {
            if (!tabs->isTabVisible(i) || !tabs->isTabEnabled(i) || i == tabs->currentIndex()) continue;
            QAction named(tabs->tabText(i));
            CommandPalette::Command command =
                CommandPalette::command_of(&named, QCoreApplication::translate("PageCommands", "Go to"));
            command.act = [tabs = QPointer(tabs), i] {
                if (tabs) tabs->setCurrentIndex(i);
            };
            add(std::move(command));
        }
    return commands;
}

} // namespace tunedesk::ui
