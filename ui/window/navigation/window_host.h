// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/shell/main_window.h"

#include <memory>

namespace tunedesk::ui {

/// Owns the program's window, and recreates it when another language is chosen: with the same size, page,
/// list and unsaved changes. Runs are not affected. One per process, on the main thread.
class WindowHost : public QObject {
    Q_OBJECT

public:
    /// Arguments as for MainWindow. The window is not shown yet.
    WindowHost(Theme* theme, QSettings* settings, MainWindow::Access access = MainWindow::Access::write);
    ~WindowHost() override;

    /// The current window; replaced after a change of the language.
    MainWindow* window() const { return window_.get(); }

private:
    void make();
    void change_language();

    Theme* theme_;
    QSettings* settings_;
    MainWindow::Access access_;
    std::unique_ptr<MainWindow> window_;
};

} // namespace tunedesk::ui
