// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tunedesk::ui {

/// Whether a D-Bus session bus exists. Calling QDBusConnection without one would start one and wait for it.
bool has_session_bus();

/// Enables or disables notify(); initially enabled.
void set_notifications(bool on);

/// Shows a notification through org.freedesktop.Notifications if the desktop supports it; never blocks.
void notify(const QString& title, const QString& text);

} // namespace tunedesk::ui
