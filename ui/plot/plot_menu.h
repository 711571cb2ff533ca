// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace tunedesk::ui {

class CurvePlot;

/// Fills a menu with a CurvePlot's actions: its axes, the colors of its runs, export to files. Replaces
/// existing actions.
void fill_plot_menu(QMenu& menu, CurvePlot& plot);

} // namespace tunedesk::ui
