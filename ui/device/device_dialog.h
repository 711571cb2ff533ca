// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace tunedesk::ui {

class DeviceCheck;
class MessageBar;

/// The GPUs and the results of their self-check, by comparison; during a check, a progress bar and "Skip".
/// Window's thread.
class DeviceDialog : public QDialog {
    Q_OBJECT

public:
    explicit DeviceDialog(DeviceCheck* check, QWidget* parent = nullptr);

    /// Called for Esc, the title bar's button and the button "Skip" (during a check) or "Close": cancels a
    /// running check, because nothing else would show that it uses the GPU.
    void reject() override;

Q_SIGNALS:
    /// Emitted when the user does not want to check these GPUs.
    void skipped();

private:
    void show_state();
    void show_rows();
    void ask_for_report();

    DeviceCheck* check_;
    QLabel* text_;
    QProgressBar* bar_;
    QTreeWidget* rows_;
    MessageBar* message_;
    QPushButton *again_, *report_, *leave_;
};

} // namespace tunedesk::ui
