#include "ui/window/navigation/window_places.h"

#include "ui/compare/compare_page.h"
#include "ui/window/home/home_page.h"
#include "ui/window/library/library.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/navigation/rail.h"
#include "ui/window/shell/actions.h"
#include "ui/window/shell/page_navigator.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
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
    lists(actions.list_runs, Listed::runs);
    lists(actions.list_presets, Listed::presets);
    lists(actions.list_queue, Listed::queue);
    connect(actions.compare, &QAction::triggered, this, &WindowPlaces::show_comparison);
    connect(actions.home, &QAction::triggered, this, &WindowPlaces::mark); // a click there changes no page
    connect(parts.sidebar, &Sidebar::listed_changed, this, &WindowPlaces::mark);
    connect(parts.workspace, &QStackedWidget::currentChanged, this, &WindowPlaces::mark);
    connect(parts.pages, &PageNavigator::page_changed, this, &WindowPlaces::mark);
    mark();
}

void WindowPlaces::mark() {
    const Actions& actions = *parts_.actions;
    const Listed listed = parts_.sidebar->listed();
    actions.home->setChecked(parts_.workspace->currentWidget() == parts_.workspace->home());
    actions.list_runs->setChecked(listed == Listed::runs);
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
        parts_.sidebar->list(Listed::runs);
        return mark();
    }
    parts_.sidebar->select_none();
    parts_.pages->show_runs(runs);
    mark();
}

} // namespace tunedesk::ui
