// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/draft_store.h"

#include <vector>

namespace tunedesk::ui {

class MainWindow;

/// The state of a window besides its settings, from which another window restores it.
struct WindowSnapshot {
    /// The page; selection: the page of the list's selection.
    enum class Page { home, csv, preset, run, comparison, selection } page = Page::home;
    std::vector<fs::path> subjects; ///< shown on the page
    QString tab;                    ///< of the page
    std::vector<int> inner_tabs;    ///< the current tab of each nested group of tabs
    Sidebar::View list;
    std::vector<Draft> drafts; ///< unsaved changes
    bool has_settings = false; ///< the settings dialog is open
};

WindowSnapshot snapshot_of(const MainWindow& window);

/// Restores the state in a new window. Parts that depend on its list are restored after the list was read.
void show_snapshot(MainWindow& window, const WindowSnapshot& snapshot);

} // namespace tunedesk::ui
