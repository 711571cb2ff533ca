// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>

class QMenu;

namespace tunedesk::ui {

/// Lists every menu action that has a key, by menu. Window's thread.
class ShortcutsDialog : public QDialog {
    Q_OBJECT

public:
    ShortcutsDialog(const QList<QMenu*>& menus, QWidget* parent);
};

} // namespace tunedesk::ui
