// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/desktop.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCall>
#include <QFile>
#include <QVariantMap>

namespace tunedesk::ui {

bool has_session_bus() {
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") ||
           QFile::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

namespace {

bool notifies_desktop = true;

} // namespace

void set_notifications(bool on) {
    notifies_desktop = on;
}

void notify(const QString& title, const QString& text) {
    if (!notifies_desktop || !has_session_bus()) return;
    QDBusMessage call = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    const uint replaces_nothing = 0;
    const int default_timeout = -1;
    call << QStringLiteral("TuneDesk") << replaces_nothing << QStringLiteral("tunedesk") << title
         << text.toHtmlEscaped() << QStringList() << QVariantMap() << default_timeout;
    QDBusConnection::sessionBus().asyncCall(call);
}

} // namespace tunedesk::ui
