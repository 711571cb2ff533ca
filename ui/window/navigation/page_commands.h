// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/shell/command_palette.h"

#include <vector>

class QWidget;

namespace tunedesk::ui {

/// What the page in front offers by buttons, by menus of buttons and by tabs, as commands: "Report: Save
/// PDF…". Buttons without a text are left out. Window's thread.
std::vector<CommandPalette::Command> page_commands(QWidget* page);

} // namespace tunedesk::ui
