// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/run_notifications.h"

#include "run/folder/remote_place.h"
#include "ui/run/run_ending.h"
#include "ui/widgets/text.h"
#include "ui/window/shell/desktop.h"

#include <QWidget>

namespace tunedesk::ui {

RunNotifications::RunNotifications(Library* library, MessageBar* bar, IsShown is_shown, QWidget* window)
    : QObject(window), library_(library), bar_(bar), is_shown_(std::move(is_shown)), window_(window) {
    connect(library, &Library::run_ended, this, &RunNotifications::on_run_ended);
    connect(bar, &MessageBar::answered, this, &RunNotifications::take_answer);
}

void RunNotifications::on_run_ended(const QString& run) {
    const LibraryEntryPtr entry = library_->find(to_path(run));
    QString title = entry ? to_qt(entry->title()) : run;
    if (entry && !entry->group.empty()) title.prepend(to_qt(entry->group) + QStringLiteral(", "));
    read_in_background(
        this,
        [folder = event::RunFolder{to_path(run)},
         listed_code = entry ? entry->status.exit_code : std::nullopt](const CancelToken&) {
            std::optional<event::ExitRecord> exit;
            if (!run::remote_run_of(folder.root)) return event::read_exit(folder);
            if (listed_code) exit.emplace().code = *listed_code; // the machine there says no more in its list
            return exit;
        },
        [this, run, title](const std::optional<event::ExitRecord>& exit) {
            Notification notification = notification_of(run, title, exit);
            if (!window_->isActiveWindow()) notify(title, notification.text);
            const bool success = notification.kind == MessageBar::Kind::success;
            if (is_shown_(to_path(run), success)) return;
            if (success) {
                succeeded_ = run;
                success_ = notification.text;
            }
            say(std::move(notification));
        },
        [this](const Error& error) { bar_->say(error); });
}

RunNotifications::Notification
RunNotifications::notification_of(const QString& run, const QString& title,
                                  const std::optional<event::ExitRecord>& exit) {
    const RunEnding ending = ending_of(title, exit);
    return {ending.kind, ending.text, ending.button(), [this, run, next = ending.next] {
                next ? Q_EMIT action_requested(run, *next)
                     : Q_EMIT page_requested(run, QStringLiteral("report"));
            }};
}

void RunNotifications::say(Notification notification) {
    const bool failed =
        notification.kind == MessageBar::Kind::error || notification.kind == MessageBar::Kind::warning;
    if (failed) {
        pending_.push_back(std::move(notification));
        return show_first();
    }
    // A failure that still stands there says more than that another run has ended well.
    if (pending_.empty())
        bar_->say(notification.kind, notification.text, notification.action, std::move(notification.act));
}

void RunNotifications::forget_success(const QString& run) {
    if (run == succeeded_ && !success_.isEmpty() && bar_->text() == success_) bar_->clear();
}

void RunNotifications::show_first() {
    if (pending_.empty()) return;
    const Notification& first = pending_.front();
    shown_ = first.text;
    if (pending_.size() > 1)
        shown_ += u' ' + tr("%n more run(s) failed.", nullptr, static_cast<int>(pending_.size()) - 1);
    bar_->say(first.kind, shown_, first.action, first.act);
}

void RunNotifications::take_answer(const QString& text) {
    if (pending_.empty()) return;
    const bool was_ours = text == shown_;
    if (was_ours) pending_.pop_front();
    // What the button has just said there stays until it is answered in turn.
    if (bar_->text().isEmpty() || bar_->text() == text) bar_->clear();
    if (bar_->text().isEmpty()) show_first();
}

} // namespace tunedesk::ui
