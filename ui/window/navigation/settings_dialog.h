// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace tunedesk::ui {

class WindowSettings;

/// Theme, language and notifications; each choice is applied and stored immediately. Window's thread.
class SettingsDialog : public QDialog {
    Q_OBJECT

public:
    /// `settings` must outlive the dialog.
    SettingsDialog(WindowSettings* settings, QWidget* parent);
};

} // namespace tunedesk::ui
