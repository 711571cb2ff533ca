// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QSettings;

namespace tunedesk::ui {

class DeviceCheck;
class DeviceDialog;
class DeviceStrip;

/// Connects a window to its machine's GPUs: the strip, the self-check and its dialog. Window's thread.
class DeviceDesk : public QObject {
    Q_OBJECT

public:
    /// `settings` stores which GPUs the user did not want to check.
    DeviceDesk(QSettings* settings, QWidget* window);

    DeviceStrip* strip() const { return strip_; }
    DeviceCheck* check() const { return check_; }
    QAction* action() const { return action_; }
    /// Call once after the window has started: checks GPUs that were never checked, in the dialog, unless the
    /// user has skipped them before.
    void offer();

private:
    DeviceDialog* show_dialog();
    void keep_skipped();

    QSettings* settings_;
    QWidget* window_;
    DeviceStrip* strip_;
    DeviceCheck* check_;
    DeviceDialog* dialog_ = nullptr;
    QAction* action_;
};

} // namespace tunedesk::ui
