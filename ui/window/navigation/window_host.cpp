// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigation/window_host.h"

#include "ui/style/fonts.h"
#include "ui/window/navigation/window_snapshot.h"
#include "ui/window/shell/actions.h"
#include "ui/window/shell/language.h"
#include "ui/window/shell/unsaved_presets.h"
#include "ui/window/shell/window_settings.h"

#include <QAction>
#include <QApplication>

namespace tunedesk::ui {

WindowHost::WindowHost(Theme* theme, QSettings* settings, MainWindow::Access access)
    : theme_(theme), settings_(settings), access_(access) {
    make();
}

WindowHost::~WindowHost() = default;

void WindowHost::make() {
    window_ = std::make_unique<MainWindow>(theme_, settings_, access_);
    // Queued: the dialog or menu that the choice was made in belongs to the window that goes.
    connect(window_->findChild<WindowSettings*>(), &WindowSettings::language_changed, this,
            &WindowHost::change_language, Qt::QueuedConnection);
}

void WindowHost::change_language() {
    auto* chosen = window_->findChild<WindowSettings*>();
    if (language_for(chosen->language()) == language_in_use()) return; // chosen back in the meantime
    chosen->save();
    const WindowSnapshot snapshot = snapshot_of(*window_);
    const std::unique_ptr<MainWindow> before = std::move(window_);
    choose_language(chosen->language());
    QApplication::setFont(style::font(style::TextSize::body));
    make();
    show_snapshot(*window_, snapshot);
    before->findChild<UnsavedPresets*>()->give_up();
    window_->show();
    before->hide();
    window_->activateWindow();
    if (snapshot.has_settings) window_->findChild<Actions*>()->settings->trigger();
}

} // namespace tunedesk::ui
