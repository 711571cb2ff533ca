// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/queue/queue_watch.h"

#include <QList>
#include <QObject>
#include <functional>

class QAction;
class QWidget;

namespace tunedesk::ui {

class MessageBar;

/// Actions on queued runs: move, hold or release, pin to GPUs, remove. They do what `tunedesk --no-gui queue`
/// does, in the background. Window's thread.
class QueueActions : public QObject {
    Q_OBJECT

public:
    QueueActions(QueueWatch* queue, MessageBar* bar, QWidget* window);

    /// In the order of the menu.
    QList<QAction*> actions() const;
    /// Sets the runs for the actions; runs that are not queued are left out.
    void set_selected(const std::vector<fs::path>& runs);
    /// Moves queued runs, in the order of the queue, directly before or after another one.
    void move_beside(const std::vector<fs::path>& runs, const fs::path& anchor, bool after);

private:
    using Places = std::vector<std::pair<fs::path, int>>;
    QAction* add(const QString& text, const QString& tip, void (QueueActions::*act)());
    void show_possible();
    void up();
    void down();
    void first();
    void hold();
    void release();
    void remove();
    void pin();
    /// Runs `work` in the background, then refreshes the queue.
    void carry_out(std::function<void()> work);
    /// Moves the runs to these places, in this order.
    void move(const Places& places);

    QueueWatch* queue_;
    MessageBar* bar_;
    QWidget* window_;
    std::vector<fs::path> selected_, waiting_; ///< the latter in the queue's order
    QAction *up_, *down_, *first_, *hold_, *release_, *pin_, *remove_;
};

} // namespace tunedesk::ui
