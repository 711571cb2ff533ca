// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library.h"

#include <QList>
#include <QObject>

class QAction;
class QWidget;

namespace tunedesk::ui {

class MessageBar;

/// Exports runs to the trackers MLflow and W&B using `tunedesk track`, a process that can write nowhere else,
/// because runs may be untrusted. The user chooses the folder. Window's thread.
class TrackingActions : public QObject {
    Q_OBJECT

public:
    enum class Tracker { mlflow, wandb };

    TrackingActions(MessageBar* bar, QWidget* window);

    /// In the order of the menu.
    QList<QAction*> actions() const { return {mlflow_, wandb_}; }
    /// Sets the runs for the actions.
    void set_selected(const LibraryEntries& entries);
    /// Exports in the background; the message bar shows the location.
    void write(Tracker tracker, const QString& folder, const std::vector<fs::path>& runs);

private:
    void ask_folder(Tracker tracker);

    MessageBar* bar_;
    QWidget* window_;
    std::vector<fs::path> runs_;
    QAction *mlflow_, *wandb_;
};

} // namespace tunedesk::ui
