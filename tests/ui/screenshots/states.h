// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QString>
#include <functional>

class QWidget;

namespace tunedesk::ui {

class MainWindow;

/// Shows dialogs and states that cannot be opened by a path, one after the other, and calls the function that
/// saves each under a name. `preset` is shown by the window.
void show_states(MainWindow& window, const fs::path& preset,
                 const std::function<void(const QString& name, QWidget* of)>& save);

} // namespace tunedesk::ui
