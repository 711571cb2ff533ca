// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/new_run/preset_views.h"

#include "ui/preset/estimate/estimator.h"
#include "ui/preset/setup_page.h"
#include "ui/window/new_run/preset_view.h"

#include <QStackedWidget>
#include <algorithm>

namespace tunedesk::ui {

PresetViews::PresetViews(QueueWatch* queue, QStackedWidget& stack)
    : QObject(&stack), queue_(queue), stack_(stack) {}

/// The view that has this preset already, else one without unsaved changes, else a new one.
PresetView* PresetViews::view_for(const fs::path& preset) {
    for (PresetView* view : views_)
        if (view->preset() == preset) return view;
    for (PresetView* view : views_)
        if (!view->is_modified()) return view;
    return make();
}

PresetView* PresetViews::make() {
    auto* view = new PresetView(queue_);
    view->set_servers(servers_);
    stack_.addWidget(view);
    views_.push_back(view);
    connect(view, &PresetView::saved, this, &PresetViews::saved);
    connect(view, &PresetView::run_started, this, &PresetViews::run_started);
    connect(view, &PresetView::run_queued, this, &PresetViews::run_queued);
    connect(view, &PresetView::edited, this, &PresetViews::edited);
    return view;
}

void PresetViews::restore(const fs::path& preset, const QString& text) {
    make()->restore(preset, text);
}

void PresetViews::set_servers(const QStringList& servers) {
    servers_ = servers;
    for (PresetView* view : views_)
        view->set_servers(servers);
}

PresetView* PresetViews::shown() const {
    const auto shown = std::ranges::find(views_, stack_.currentWidget());
    return shown == views_.end() ? nullptr : *shown;
}

void PresetViews::forget_rates() {
    for (PresetView* view : views_)
        view->setup()->estimator()->forget_rates();
}

bool PresetViews::has_draft(const fs::path& file) const {
    return std::ranges::any_of(
        views_, [&](const PresetView* view) { return view->preset() == file && view->is_modified(); });
}

std::vector<PresetView*> PresetViews::modified() const {
    std::vector<PresetView*> views;
    for (PresetView* view : views_)
        if (view->is_modified()) views.push_back(view);
    return views;
}

} // namespace tunedesk::ui
