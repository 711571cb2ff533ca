// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace tunedesk::ui {

class CurvePlot;

/// A CurvePlot's actions: its axes, the colours of its runs, the files it is saved as. Replaces what the menu
/// has.
void fill_plot_menu(QMenu& menu, CurvePlot& plot);

} // namespace tunedesk::ui
