// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/shell/main_window.h"

#include <memory>

namespace tunedesk::ui {

/// Holds the program's window, and makes it again in its place when another language is chosen: at the same
/// size, with the same page, list and changes that are not saved. Runs do not notice. One a process, on the
/// main thread.
class WindowHost : public QObject {
    Q_OBJECT

public:
    /// As MainWindow. The window is not shown yet.
    WindowHost(Theme* theme, QSettings* settings, MainWindow::Access access = MainWindow::Access::write);
    ~WindowHost() override;

    /// The window as it is now: another one after a change of the language.
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
