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

/// The GPUs and what their self-check has found, comparison by comparison; during a check, a bar and
/// "Skip". Window's thread.
class DeviceDialog : public QDialog {
    Q_OBJECT

public:
    explicit DeviceDialog(DeviceCheck* check, QWidget* parent = nullptr);

    /// Esc, the title bar's button and the one that says "Skip" during a check, or "Close": a check ends with
    /// the dialog, since nothing else would show that it keeps the GPU busy.
    void reject() override;

Q_SIGNALS:
    /// The user wants no check of these GPUs.
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
