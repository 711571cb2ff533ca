// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/shell/command_palette.h"

#include <vector>

class QWidget;

namespace tunedesk::ui {

/// The commands of the page in front, from its buttons, menus of buttons and tabs: "Report: Save PDF…".
/// Buttons without a text are omitted. Window's thread.
std::vector<CommandPalette::Command> page_commands(QWidget* page);

} // namespace tunedesk::ui
