// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_action.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/library/library.h"

#include <QObject>
#include <deque>

namespace tunedesk::ui {

/// Reports the end of a run on the window's bar, and on the desktop if another window is active: the report
/// is ready, the run was stopped, or what failed, what was kept and the next step. Never changes the page. A
/// failure stays until it is answered. Window's thread.
class RunNotifications : public QObject {
    Q_OBJECT

public:
    /// Whether a visible page already shows that the run has ended, successfully (`success`) or not.
    using IsShown = std::function<bool(const fs::path& run, bool success)>;

    RunNotifications(Library* library, MessageBar* bar, IsShown is_shown, QWidget* window);

    /// Call when the report of the run is visible: removes the message that it is ready.
    void forget_success(const QString& run);

Q_SIGNALS:
    /// Emitted to show a page of a run: "report", "watch", "preset".
    void page_requested(const QString& run, const QString& page);
    /// Emitted to perform an action on a run.
    void action_requested(const QString& run, RunAction action);

private:
    struct Notification {
        MessageBar::Kind kind = MessageBar::Kind::info;
        QString text, action;
        std::function<void()> act;
    };
    void on_run_ended(const QString& run);
    Notification notification_of(const QString& run, const QString& title,
                                 const std::optional<event::ExitRecord>& exit);
    void say(Notification notification);
    void show_first();
    void take_answer(const QString& text);

    Library* library_;
    MessageBar* bar_;
    IsShown is_shown_;
    QWidget* window_;
    std::deque<Notification> pending_; ///< unanswered failures
    QString shown_;                    ///< the run of the first of them
    QString succeeded_, success_; ///< the last run that ended successfully, and the bar's message about it
};

} // namespace tunedesk::ui
