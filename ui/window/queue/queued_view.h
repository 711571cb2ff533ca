// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/queue/queue_watch.h"

#include <QWidget>

class QLabel;

namespace tunedesk::ui {

class PresetTextPage;
class QueueActions;

/// A run that waits: its place, why it waits, what can be done to it, and its preset as it was frozen.
/// Window's thread.
class QueuedView : public QWidget {
    Q_OBJECT

public:
    /// The buttons are the actions', which are about the run that is selected.
    QueuedView(QueueWatch* queue, QueueActions* actions, QWidget* parent = nullptr);

    void show_run(const fs::path& run);
    const fs::path& run() const { return run_; }
    /// Whether the run waits as far as is known; false before the first look at the queue.
    bool is_listed() const { return is_listed_; }
    /// Why the run waits, as it is shown.
    QString reason() const;

Q_SIGNALS:
    /// The run waits no longer: it has started, or was taken out.
    void gone();
    /// A preset was made of the run's own and is to be shown.
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
