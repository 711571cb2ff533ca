// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QSettings;

namespace tunedesk::ui {

class DeviceCheck;
class DeviceDialog;
class DeviceStrip;

/// A window's way to its machine's GPUs: the strip, the self-check, its dialog. Window's thread.
class DeviceDesk : public QObject {
    Q_OBJECT

public:
    /// `settings` keep which GPUs the user did not want checked.
    DeviceDesk(QSettings* settings, QWidget* window);

    DeviceStrip* strip() const { return strip_; }
    DeviceCheck* check() const { return check_; }
    QAction* action() const { return action_; }
    /// Once, when the window has started: a GPU that was never checked is, in the dialog, unless the user has
    /// skipped that before.
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
