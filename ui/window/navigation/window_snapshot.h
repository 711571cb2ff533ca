// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/draft_store.h"

#include <vector>

namespace tunedesk::ui {

class MainWindow;

/// What a window shows and holds beside its settings, to be shown by another one in its place.
struct WindowSnapshot {
    /// The page; selection: whatever the list's selection leads to.
    enum class Page { home, csv, preset, run, comparison, selection } page = Page::home;
    std::vector<fs::path> subjects; ///< of the page
    QString tab;                    ///< of the page
    std::vector<int> inner_tabs;    ///< the current one of each group of tabs inside of it
    Sidebar::View list;
    std::vector<Draft> drafts; ///< changes that are not saved
    bool has_settings = false; ///< the dialog is open
};

WindowSnapshot snapshot_of(const MainWindow& window);

/// Brings a new window to where the other one was. What its list has to know first follows once it is read.
void show_snapshot(MainWindow& window, const WindowSnapshot& snapshot);

} // namespace tunedesk::ui
