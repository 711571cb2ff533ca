// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/theme.h"

#include "ui/style/app_style.h"
#include "ui/style/fonts.h"
#include "ui/style/tokens.h"
#include "ui/window/shell/desktop.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace tunedesk::ui {

namespace {

const QString portal_service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString portal_path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString portal_interface = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colour_scheme = QStringLiteral("color-scheme");

/// The portal's values: 0 no preference, 1 dark, 2 light.
bool means_dark(const QVariant& value) {
    QVariant inner = value;
    while (inner.userType() == qMetaTypeId<QDBusVariant>()) // Read() wraps it twice
        inner = inner.value<QDBusVariant>().variant();
    return inner.toUInt() == 1;
}

} // namespace

Theme::Theme(QObject* parent) : QObject(parent) {
    style::load_fonts();
    QApplication::setStyle(new style::AppStyle);
    QApplication::setFont(style::font(style::TextSize::body));
    apply();
}

void Theme::choose(Choice choice) {
    choice_ = choice;
    if (choice == Choice::system && !asked_) ask_portal();
    apply();
}

bool Theme::is_dark() const {
    return choice_ == Choice::dark || (choice_ == Choice::system && desktop_dark_);
}

/// Asynchronously: a desktop without a portal, or a slow one, must not hold up the first paint.
void Theme::ask_portal() {
    asked_ = true;
    if (!has_session_bus()) return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    bus.connect(portal_service, portal_path, portal_interface, QStringLiteral("SettingChanged"), this,
                SLOT(setting_changed(QString, QString, QDBusVariant)));
    QDBusMessage call =
        QDBusMessage::createMethodCall(portal_service, portal_path, portal_interface, QStringLiteral("Read"));
    call << appearance << colour_scheme;
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QVariant> reply = *answer;
        answer->deleteLater();
        if (reply.isError()) return;
        setting_changed(appearance, colour_scheme, QDBusVariant(reply.value()));
    });
}

void Theme::setting_changed(const QString& space, const QString& key, const QDBusVariant& value) {
    if (space != appearance || key != colour_scheme) return;
    desktop_dark_ = means_dark(value.variant());
    apply();
}

void Theme::apply() {
    QApplication::setPalette(style::make_palette(is_dark() ? style::dark_colors() : style::light_colors()));
    Q_EMIT changed();
}

Theme::Choice theme_choice(const QString& name) {
    if (name == QStringLiteral("light")) return Theme::Choice::light;
    return name == QStringLiteral("dark") ? Theme::Choice::dark : Theme::Choice::system;
}

QString theme_name(Theme::Choice choice) {
    switch (choice) {
    case Theme::Choice::light:
        return QStringLiteral("light");
    case Theme::Choice::dark:
        return QStringLiteral("dark");
    default:
        return QStringLiteral("system");
    }
}

} // namespace tunedesk::ui
