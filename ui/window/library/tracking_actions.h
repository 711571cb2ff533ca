// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/registry/track_run.h"
#include "ui/window/library/library.h"

#include <QList>
#include <QObject>

class QAction;
class QWidget;

namespace tunedesk::ui {

class MessageBar;

/// Writes runs for the trackers of others, MLflow and W&B, as `tunedesk track` does. The user says where; the
/// runs' folders are not touched. Window's thread.
class TrackingActions : public QObject {
    Q_OBJECT

public:
    TrackingActions(MessageBar* bar, QWidget* window);

    /// In the order of the menu.
    QList<QAction*> actions() const { return {mlflow_, wandb_}; }
    /// Which runs the actions are about.
    void set_selected(const LibraryEntries& entries);
    /// In the background; the bar says where they are.
    void write(run::Tracker tracker, const QString& folder, const std::vector<fs::path>& runs);

private:
    void ask_folder(run::Tracker tracker);

    MessageBar* bar_;
    QWidget* window_;
    std::vector<fs::path> runs_;
    QAction *mlflow_, *wandb_;
};

} // namespace tunedesk::ui
