// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library.h"

#include <QList>
#include <QObject>

class QAction;
class QWidget;

namespace tunedesk::ui {

class MessageBar;

/// Writes runs for the trackers of others, MLflow and W&B, by `tunedesk track`, a process that can write
/// nowhere else: the runs may be a stranger's. The user says where. Window's thread.
class TrackingActions : public QObject {
    Q_OBJECT

public:
    enum class Tracker { mlflow, wandb };

    TrackingActions(MessageBar* bar, QWidget* window);

    /// In the order of the menu.
    QList<QAction*> actions() const { return {mlflow_, wandb_}; }
    /// Which runs the actions are about.
    void set_selected(const LibraryEntries& entries);
    /// In the background; the bar says where they are.
    void write(Tracker tracker, const QString& folder, const std::vector<fs::path>& runs);

private:
    void ask_folder(Tracker tracker);

    MessageBar* bar_;
    QWidget* window_;
    std::vector<fs::path> runs_;
    QAction *mlflow_, *wandb_;
};

} // namespace tunedesk::ui
