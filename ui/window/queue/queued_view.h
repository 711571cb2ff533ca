// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/queue/queue_watch.h"

#include <QWidget>

class QLabel;

namespace tunedesk::ui {

class PresetTextPage;
class QueueActions;

/// A queued run: its place, why it waits, its actions, and its frozen preset. Window's thread.
class QueuedView : public QWidget {
    Q_OBJECT

public:
    /// The buttons are those of `actions`, which apply to the selected run.
    QueuedView(QueueWatch* queue, QueueActions* actions, QWidget* parent = nullptr);

    void show_run(const fs::path& run);
    const fs::path& run() const { return run_; }
    /// Whether the run is known to be queued; false before the queue was read.
    bool is_listed() const { return is_listed_; }
    /// The displayed reason for waiting.
    QString reason() const;

Q_SIGNALS:
    /// Emitted when the run is no longer queued: it has started, or was removed.
    void gone();
    /// Emitted when a preset was made from the run's own and should be shown.
    void preset_ready(const QString& preset);

private:
    void show_entry();

    QueueWatch* queue_;
    fs::path run_;
    bool is_listed_ = false;
    QLabel *title_, *place_, *reason_;
    PresetTextPage* preset_;
};

} // namespace tunedesk::ui
