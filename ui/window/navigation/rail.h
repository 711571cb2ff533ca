// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QToolButton;
class QVBoxLayout;

namespace tunedesk::ui {

/// The narrow column at the window's left: places as icons, each an action of the window. Window's thread.
class Rail : public QWidget {
    Q_OBJECT

public:
    explicit Rail(QWidget* parent = nullptr);

    /// Adds a button for the action with this icon, at the top or at the bottom.
    QToolButton* add(QAction* action, const QString& icon, bool at_bottom = false);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout *top_, *bottom_;
};

} // namespace tunedesk::ui
