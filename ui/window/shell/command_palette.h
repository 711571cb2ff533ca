// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <functional>
#include <vector>

class QAction;
class QLineEdit;
class QListWidget;

namespace tunedesk::ui {

/// Every action of the window by name: a line to type in and the actions that match, best first. Enter does
/// the marked one. Disabled actions are listed with the reason that their tool tip gives.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    struct Command {
        QString title, detail;
        bool enabled = true;
        std::function<void()> act;
    };

    /// A menu's title comes before its actions': "File: Open a preset...".
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
