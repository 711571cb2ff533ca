// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigation/shortcuts_dialog.h"

#include "ui/style/tokens.h"
#include "ui/window/shell/command_palette.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMenu>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace tunedesk::ui {

ShortcutsDialog::ShortcutsDialog(const QList<QMenu*>& menus, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keyboard shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* list = new QTreeWidget;
    list->setHeaderLabels({tr("Command"), tr("Keys")});
    list->setRootIsDecorated(false);
    list->setAccessibleName(tr("Keyboard shortcuts"));
    for (const QMenu* menu : menus)
        for (QAction* action : menu->actions()) {
            const CommandPalette::Command command = CommandPalette::command_of(action, menu->title());
            const QString keys = action->shortcut().toString(QKeySequence::NativeText);
            if (!keys.isEmpty() && action->isVisible()) new QTreeWidgetItem(list, {command.title, keys});
        }
    list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list->header()->setStretchLastSection(false);
    list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(style::l, style::l, style::l, style::l);
    column->setSpacing(style::l);
    column->addWidget(list);
    column->addWidget(buttons);
    resize(520, 460);
}

} // namespace tunedesk::ui
