// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/page_navigator.h"

#include "event/folder/run_folder.h"
#include "format/hub/hub_settings.h"
#include "ui/window/library/library.h"
#include "ui/window/library/places.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/queue/queue_watch.h"
#include "ui/window/queue/queued_view.h"
#include "ui/window/runs/runs_page.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/workspace.h"

#include <algorithm>

namespace tunedesk::ui {

namespace {

std::vector<fs::path> runs_among(const LibraryEntries& entries) {
    std::vector<fs::path> runs;
    for (const LibraryEntryPtr& entry : entries)
        if (entry->is_run()) runs.push_back(entry->path);
    return runs;
}

} // namespace

PageNavigator::PageNavigator(Library* library, QueueWatch* queue, Sidebar* sidebar, Workspace* workspace,
                             QObject* parent)
    : QObject(parent), library_(library), queue_(queue), sidebar_(sidebar), workspace_(workspace) {}

LibraryEntries PageNavigator::selected() const {
    const auto* table = qobject_cast<const RunsPage*>(workspace_->currentWidget());
    return table ? table->selected() : sidebar_->selected();
}

std::vector<fs::path> PageNavigator::selected_runs() const {
    return runs_among(selected());
}

fs::path PageNavigator::shown() const {
    if (const PresetView* view = workspace_->preset_view()) return view->preset();
    if (const RunView* view = workspace_->run_view()) return view->run();
    const QueuedView* view = workspace_->queued_view();
    return view ? fs::path(view->run()) : fs::path();
}

void PageNavigator::follow_selection() {
    const LibraryEntries selected = sidebar_->selected();
    if (selected.empty()) return;
    std::vector<fs::path> runs = runs_among(selected);
    // The list learns of a path some time after its page was opened: selecting it then leads nowhere new.
    if (selected.size() > 1 || shown() != selected.front()->path) Q_EMIT navigated();
    if (const std::string group = sidebar_->selected_group().toStdString(); !group.empty()) {
        runs.clear(); // also those in other sections
        for (const LibraryEntryPtr& entry : library_->entries())
            if (entry->group == group) runs.push_back(entry->path);
        std::ranges::sort(runs);
    }
    if (runs.size() > 1) return show_runs(runs);
    if (runs.empty()) return show_preset(selected.front()->path);
    show_run(runs.front());
}

void PageNavigator::show_run(const fs::path& run) {
    const LibraryEntryPtr entry = library_->find(run);
    const bool waits = queue_->snapshot().find(run) || (entry && entry->section == Section::queued &&
                                                        entry->status.job.empty()); // of our queue
    waits ? workspace_->show_queued(run) : workspace_->show_run(run);
    Q_EMIT page_changed();
}

void PageNavigator::show_runs(const std::vector<fs::path>& runs) {
    workspace_->show_runs(runs);
    Q_EMIT page_changed();
}

void PageNavigator::show_run_page(const fs::path& run, const QString& page) {
    sidebar_->select(run);
    show_run(run);
    if (LazyTabs* tabs = workspace_->tabs()) tabs->go_to(page); // one that waits has none
}

void PageNavigator::show_preset(const fs::path& preset) {
    workspace_->show_preset(preset);
    Q_EMIT page_changed();
}

void PageNavigator::show_preset_text(const QString& text, const fs::path& file) {
    workspace_->show_preset_text(text, file);
    sidebar_->select(file);
    Q_EMIT page_changed();
}

void PageNavigator::show_csv(const fs::path& file) {
    ModelPlaces places;
    for (const LibraryEntryPtr& entry : library_->entries()) {
        if (entry->is_run())
            places.runs.push_back(entry->path);
        else if (const auto model = field_text(*entry, "model.path"); model && !model->empty())
            places.recent.emplace_back(*model);
    }
    places.fetched = fetched_models();
    places.hub = format::hub_cache_folder();
    sidebar_->select_none();
    workspace_->show_csv(file, places);
}

void PageNavigator::show_start() {
    show_page(workspace_->home());
}

void PageNavigator::show_page(QWidget* page) {
    Q_EMIT navigated();
    sidebar_->select_none();
    workspace_->setCurrentWidget(page);
}

void PageNavigator::open_run(const fs::path& run) {
    sidebar_->select(run);
    show_run(run); // also where the sidebar's filter hides it
}

void PageNavigator::leave_queued() {
    const QueuedView* view = workspace_->queued_view();
    if (!view || queue_->snapshot().find(view->run())) return;
    const LibraryEntryPtr entry = library_->find(view->run());
    if (entry && entry->section != Section::queued) // its turn has come: there is something to watch
        return show_run_page(fs::path(view->run()), QStringLiteral("watch"));
    if (!entry && !event::RunFolder{view->run()}.holds_run()) show_start();
}

void PageNavigator::turn_page(int by) {
    LazyTabs* tabs = workspace_->tabs();
    if (!tabs || tabs->count() == 0) return;
    tabs->setCurrentIndex((tabs->currentIndex() + by + tabs->count()) % tabs->count());
}

} // namespace tunedesk::ui
