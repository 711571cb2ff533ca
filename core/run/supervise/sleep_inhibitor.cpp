// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/sleep_inhibitor.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusUnixFileDescriptor>

namespace tunedesk::run {

struct SleepInhibitor::State {
    std::string why;
    std::unique_ptr<QDBusPendingCallWatcher> question;
    QDBusUnixFileDescriptor lock; ///< logind allows sleep again when the last copy is closed
};

SleepInhibitor::SleepInhibitor(std::string why) : state_(std::make_unique<State>()) {
    state_->why = std::move(why);
}

SleepInhibitor::~SleepInhibitor() = default;

void SleepInhibitor::hold() {
    State& state = *state_;
    if (state.question || state.lock.isValid()) return;
    const QDBusConnection bus = QDBusConnection::systemBus();
    if (!bus.isConnected()) return;
    QDBusMessage call = QDBusMessage::createMethodCall("org.freedesktop.login1", "/org/freedesktop/login1",
                                                       "org.freedesktop.login1.Manager", "Inhibit");
    call.setArguments({"sleep", "TuneDesk", QString::fromStdString(state.why), "block"});
    state.question = std::make_unique<QDBusPendingCallWatcher>(bus.asyncCall(call));
    QObject::connect(state.question.get(), &QDBusPendingCallWatcher::finished,
                     [&state](QDBusPendingCallWatcher* watcher) {
                         const QDBusPendingReply<QDBusUnixFileDescriptor> reply = *watcher;
                         if (!reply.isError()) state.lock = reply.value();
                         state.question.release()->deleteLater();
                     });
}

void SleepInhibitor::release() {
    state_->question.reset();
    state_->lock = QDBusUnixFileDescriptor();
}

} // namespace tunedesk::run
