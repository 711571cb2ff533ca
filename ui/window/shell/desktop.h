// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tunedesk::ui {

/// Whether a session bus is there. Asking QDBusConnection where there is none would start one and wait for
/// it.
bool has_session_bus();

/// Whether notify() does anything; it does at first.
void set_notifications(bool on);

/// Shows a notification through org.freedesktop.Notifications where the desktop has that; never waits.
void notify(const QString& title, const QString& text);

} // namespace tunedesk::ui
