// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigation/window_places.h"

#include "ui/compare/compare_page.h"
#include "ui/widgets/text.h"
#include "ui/window/home/home_page.h"
#include "ui/window/library/library.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/navigation/rail.h"
#include "ui/window/runs/runs_page.h"
#include "ui/window/shell/actions.h"
#include "ui/window/shell/page_navigator.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
#include <QMenu>
#include <QTableView>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr std::size_t compared_runs = 4;

using Listed = LibraryFilter::Listed;

} // namespace

WindowPlaces::WindowPlaces(const Parts& parts, Rail* rail, QObject* parent) : QObject(parent), parts_(parts) {
    const Actions& actions = *parts.actions;
    rail->add(actions.home, QStringLiteral("home"));
    rail->add(actions.list_runs, QStringLiteral("runs"));
    rail->add(actions.list_presets, QStringLiteral("presets"));
    rail->add(actions.list_queue, QStringLiteral("queue"));
    rail->add(actions.compare, QStringLiteral("compare"));
    rail->add(actions.palette, QStringLiteral("search"), true);
    rail->add(actions.settings, QStringLiteral("settings"), true);
    rail->add(actions.documentation, QStringLiteral("help"), true);
    const auto lists = [this](QAction* action, Listed listed) {
        connect(action, &QAction::triggered, this, [this, listed] {
            const bool again = parts_.sidebar->listed() == listed; // a second click lists all
            parts_.sidebar->list(again ? Listed::all : listed);
            parts_.sidebar->focus_list();
            mark();
        });
    };
    connect_runs();
    lists(actions.list_presets, Listed::presets);
    lists(actions.list_queue, Listed::queue);
    connect(actions.compare, &QAction::triggered, this, &WindowPlaces::show_comparison);
    connect(actions.home, &QAction::triggered, this, &WindowPlaces::mark); // a click there changes no page
    connect(parts.sidebar, &Sidebar::listed_changed, this, &WindowPlaces::mark);
    connect(parts.workspace, &QStackedWidget::currentChanged, this, &WindowPlaces::mark);
    connect(parts.pages, &PageNavigator::page_changed, this, &WindowPlaces::mark);
    mark();
}

void WindowPlaces::connect_runs() {
    connect(parts_.actions->list_runs, &QAction::triggered, this, &WindowPlaces::show_runs);
    connect(parts_.runs, &RunsPage::run_requested, this,
            [this](const QString& run) { parts_.pages->open_run(to_path(run)); });
    connect(parts_.runs, &RunsPage::menu_requested, this,
            [this](const QPoint& at) { parts_.actions->run_menu()->popup(at); });
    connect(parts_.runs, &RunsPage::comparison_requested, this,
            [this](const QStringList& runs, bool settings) {
                std::vector<fs::path> paths;
                for (const QString& run : runs)
                    paths.push_back(to_path(run));
                parts_.pages->show_runs(paths);
                auto* page = qobject_cast<ComparePage*>(parts_.workspace->currentWidget());
                if (page && settings) page->show_settings();
            });
}

/// The table, and beside it the list of runs alone; a second time, the list of all.
void WindowPlaces::show_runs() {
    const bool again =
        parts_.workspace->currentWidget() == parts_.runs && parts_.sidebar->listed() == Listed::runs;
    parts_.sidebar->list(again ? Listed::all : Listed::runs);
    parts_.pages->show_page(parts_.runs);
    parts_.runs->table()->setFocus(Qt::OtherFocusReason);
    mark();
}

void WindowPlaces::mark() {
    const Actions& actions = *parts_.actions;
    const Listed listed = parts_.sidebar->listed();
    actions.home->setChecked(parts_.workspace->currentWidget() == parts_.workspace->home());
    actions.list_runs->setChecked(parts_.workspace->currentWidget() == parts_.runs);
    actions.list_presets->setChecked(listed == Listed::presets);
    actions.list_queue->setChecked(listed == Listed::queue);
    actions.compare->setChecked(qobject_cast<ComparePage*>(parts_.workspace->currentWidget()) != nullptr);
}

void WindowPlaces::show_comparison() {
    std::vector<fs::path> runs = parts_.pages->selected_runs();
    if (runs.size() < 2) {
        LibraryEntries ended;
        for (const LibraryEntryPtr& entry : parts_.library->entries())
            if (entry->section == Section::finished && entry->has_begun && !entry->note.archived)
                ended.push_back(entry);
        std::stable_sort(ended.begin(), ended.end(), [](const LibraryEntryPtr& a, const LibraryEntryPtr& b) {
            return a->started > b->started;
        });
        runs.clear();
        for (std::size_t i = 0; i < std::min(compared_runs, ended.size()); ++i)
            runs.push_back(ended[i]->path);
    }
    if (runs.size() < 2) {
        parts_.pages->show_page(parts_.runs);
        return mark();
    }
    parts_.sidebar->select_none();
    parts_.pages->show_runs(runs);
    mark();
}

} // namespace tunedesk::ui
