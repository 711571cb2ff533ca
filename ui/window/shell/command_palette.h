// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <functional>
#include <vector>

class QAction;
class QLineEdit;
class QListWidget;

namespace tunedesk::ui {

/// All actions of the window by name: an input line and the matching actions, best first. Enter triggers the
/// selected one. Disabled actions are listed with the reason from their tool tip.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    struct Command {
        QString title, detail;
        bool enabled = true;
        std::function<void()> act;
    };

    /// The action's name, preceded by its menu's title: "File: Open a preset...".
    static Command command_of(QAction* action, const QString& menu);

    CommandPalette(std::vector<Command> commands, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& words);
    void act();

    std::vector<Command> commands_;
    QLineEdit* words_;
    QListWidget* list_;
};

} // namespace tunedesk::ui
