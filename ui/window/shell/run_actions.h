// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_action.h"
#include "ui/window/library/library.h"

#include <QObject>
#include <map>
#include <optional>
#include <vector>

class QAction;
class QWidget;

namespace tunedesk::ui {

class MessageBar;

/// Actions on a run: resume, stop, pause, continue, checkpoint, kill, duplicate, free space, move to trash.
/// Each states what it keeps; irreversible ones ask first. Window's thread.
class RunActions : public QObject {
    Q_OBJECT

public:
    RunActions(Library* library, MessageBar* bar, QWidget* window);

    /// In the order of the menu; null: a separator.
    QList<QAction*> actions() const;
    QAction* action(RunAction which) const { return actions_.at(which); }
    /// Sets the runs for the actions. No action is possible if a preset is among them; several runs can only
    /// be moved to the trash or freed of checkpoints.
    void set_selected(const LibraryEntries& entries);
    /// Carries out an action on a run, as if chosen in the menu.
    void act(RunAction action, const fs::path& run);

Q_SIGNALS:
    /// Emitted when a preset was made from a run and should be shown.
    void preset_ready(const QString& preset);

private:
    std::optional<QString> why_not_now(RunAction action) const;
    void ask(RunAction action);
    void confirm(RunAction action);
    void act_on_each(RunAction action, const std::vector<fs::path>& runs);
    void ask_preset(const fs::path& run);

    Library* library_;
    MessageBar* bar_;
    QWidget* window_;
    LibraryEntries runs_;
    std::map<RunAction, QAction*> actions_;
};

} // namespace tunedesk::ui
