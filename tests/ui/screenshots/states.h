// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QString>
#include <functional>

class QWidget;

namespace tunedesk::ui {

class MainWindow;

/// Shows dialogs and states that no path leads to, one after the other, and has each saved under a name.
/// `preset` is one that the window shows.
void show_states(MainWindow& window, const fs::path& preset,
                 const std::function<void(const QString& name, QWidget* of)>& save);

} // namespace tunedesk::ui
