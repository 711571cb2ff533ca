// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigation/window_snapshot.h"

#include "ui/compare/compare_page.h"
#include "ui/window/csv/csv_page.h"
#include "ui/window/home/home_page.h"
#include "ui/window/library/library.h"
#include "ui/window/navigation/settings_dialog.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/page_navigator.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/unsaved_presets.h"
#include "ui/window/shell/workspace.h"

#include <QTabWidget>
#include <algorithm>

namespace tunedesk::ui {

namespace {

using Page = WindowSnapshot::Page;

/// The groups of tabs inside of the page that is shown, in the order of their making.
std::vector<QTabWidget*> inner_tabs_of(const Workspace& workspace) {
    std::vector<QTabWidget*> groups;
    for (auto* group : workspace.currentWidget()->findChildren<QTabWidget*>())
        if (group != workspace.tabs()) groups.push_back(group);
    return groups;
}

void take_page(const Workspace& workspace, WindowSnapshot& snapshot) {
    const auto take = [&](Page page, std::vector<fs::path> subjects) {
        snapshot.page = page;
        snapshot.subjects = std::move(subjects);
    };
    if (workspace.currentWidget() == workspace.home())
        take(Page::home, {});
    else if (const auto* csv = qobject_cast<CsvPage*>(workspace.currentWidget()))
        take(Page::csv, {csv->file()});
    else if (const auto* comparison = qobject_cast<ComparePage*>(workspace.currentWidget()))
        take(Page::comparison, comparison->paths());
    else if (const PresetView* preset = workspace.preset_view())
        take(Page::preset, {preset->preset()});
    else if (const RunView* run = workspace.run_view())
        take(Page::run, {run->run()});
    else
        take(Page::selection, {});
    if (const LazyTabs* tabs = workspace.tabs()) snapshot.tab = tabs->current_name();
    for (const QTabWidget* group : inner_tabs_of(workspace))
        snapshot.inner_tabs.push_back(group->currentIndex());
}

/// The page proposes models of what the list knows.
void show_csv_once_listed(MainWindow& window, const fs::path& file) {
    auto* pages = window.findChild<PageNavigator*>();
    if (!window.library()->entries().empty()) return pages->show_csv(file);
    QObject::connect(
        window.library(), &Library::changed, pages, [pages, file] { pages->show_csv(file); },
        Qt::SingleShotConnection);
}

void show_page(MainWindow& window, const WindowSnapshot& snapshot) {
    auto* pages = window.findChild<PageNavigator*>();
    switch (snapshot.page) {
    case Page::csv:
        return show_csv_once_listed(window, snapshot.subjects.front());
    case Page::preset:
        return pages->show_preset(snapshot.subjects.front());
    case Page::run:
        return pages->show_run(snapshot.subjects.front());
    case Page::comparison:
        return pages->show_runs(snapshot.subjects);
    default:
        return; // the window begins with Home, and its settings have the selection
    }
}

} // namespace

WindowSnapshot snapshot_of(const MainWindow& window) {
    WindowSnapshot snapshot;
    take_page(*window.workspace(), snapshot);
    snapshot.list = window.sidebar()->view();
    snapshot.drafts = window.findChild<UnsavedPresets*>()->list();
    const auto* dialog = window.findChild<SettingsDialog*>();
    snapshot.has_settings = dialog && dialog->isVisible();
    return snapshot;
}

void show_snapshot(MainWindow& window, const WindowSnapshot& snapshot) {
    window.sidebar()->set_view(snapshot.list);
    window.findChild<UnsavedPresets*>()->take_over(snapshot.drafts);
    show_page(window, snapshot);
    if (LazyTabs* tabs = window.workspace()->tabs()) tabs->go_to(snapshot.tab);
    const std::vector<QTabWidget*> groups = inner_tabs_of(*window.workspace());
    for (std::size_t i = 0; i < std::min(groups.size(), snapshot.inner_tabs.size()); ++i)
        if (groups[i]->isTabVisible(snapshot.inner_tabs[i]))
            groups[i]->setCurrentIndex(snapshot.inner_tabs[i]);
}

} // namespace tunedesk::ui
