// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/workspace.h"

#include "ui/compare/compare_page.h"
#include "ui/widgets/text.h"
#include "ui/window/csv/csv_page.h"
#include "ui/window/home/home_page.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/new_run/preset_views.h"
#include "ui/window/queue/queued_view.h"
#include "ui/window/shell/run_view.h"

namespace tunedesk::ui {

Workspace::Workspace(QueueWatch* queue, QueueActions* queue_actions, QWidget* parent)
    : QStackedWidget(parent), queue_(queue), queue_actions_(queue_actions), home_(new HomePage),
      presets_(new PresetViews(queue, *this)) {
    addWidget(home_);
}

void Workspace::show_csv(const fs::path& file, const ModelPlaces& places) {
    if (!csv_page_) {
        csv_page_ = new CsvPage(queue_);
        addWidget(csv_page_);
        connect(csv_page_, &CsvPage::file_requested, this, &Workspace::csv_requested);
        connect(csv_page_, &CsvPage::preset_made, this, &Workspace::preset_ready);
        connect(csv_page_, &CsvPage::preset_written, presets_, &PresetViews::saved);
        connect(csv_page_, &CsvPage::run_started, presets_, &PresetViews::run_started);
        connect(csv_page_, &CsvPage::run_queued, presets_, &PresetViews::run_queued);
    }
    csv_page_->open(file, places);
    setCurrentWidget(csv_page_);
}

void Workspace::show_preset(const fs::path& preset) {
    PresetView* view = presets_->view_for(preset);
    view->open(preset);
    setCurrentWidget(view);
}

void Workspace::show_preset_text(const QString& text, const fs::path& file) {
    PresetView* view = presets_->view_for(file);
    view->open_text(text, file);
    setCurrentWidget(view);
}

void Workspace::show_run(const fs::path& run) {
    if (!run_view_) {
        run_view_ = new RunView;
        addWidget(run_view_);
        run_view_->set_baseline(baseline_);
        connect(run_view_, &RunView::preset_ready, this, &Workspace::preset_ready);
        connect(run_view_, &RunView::corrected_preset_ready, this, &Workspace::corrected_preset_ready);
        connect(run_view_, &RunView::run_changed, this, &Workspace::run_changed);
        connect(run_view_, &RunView::trashed, this, &Workspace::run_trashed);
        connect(run_view_, &RunView::report_read, this, &Workspace::report_read);
    }
    run_view_->show_run(run);
    setCurrentWidget(run_view_);
}

void Workspace::show_queued(const fs::path& run) {
    if (!queued_view_) {
        queued_view_ = new QueuedView(queue_, queue_actions_);
        addWidget(queued_view_);
        connect(queued_view_, &QueuedView::preset_ready, this, &Workspace::preset_ready);
        connect(queued_view_, &QueuedView::gone, this, &Workspace::queued_gone);
    }
    queued_view_->show_run(run);
    setCurrentWidget(queued_view_);
}

void Workspace::look_again(const QString& run) {
    if (run_view_) run_view_->look_again(to_path(run));
    if (compare_page_ && currentWidget() == compare_page_) compare_page_->reload();
    presets_->forget_rates();
}

void Workspace::show_runs(const std::vector<fs::path>& runs) {
    if (!compare_page_) {
        compare_page_ = new ComparePage;
        addWidget(compare_page_);
        compare_page_->set_baseline(baseline_);
        connect(compare_page_, &ComparePage::set_baseline_requested, this, &Workspace::baseline_requested);
        connect(compare_page_, &ComparePage::run_requested, this, &Workspace::run_requested);
    }
    compare_page_->show_runs(runs);
    setCurrentWidget(compare_page_);
}

void Workspace::set_baseline(const fs::path& run) {
    if (run == baseline_) return;
    baseline_ = run;
    if (compare_page_) compare_page_->set_baseline(run);
    if (run_view_) run_view_->set_baseline(run);
}

PresetView* Workspace::preset_view() const {
    return presets_->shown();
}

RunView* Workspace::run_view() const {
    return run_view_ && currentWidget() == run_view_ ? run_view_ : nullptr;
}

QueuedView* Workspace::queued_view() const {
    return queued_view_ && currentWidget() == queued_view_ ? queued_view_ : nullptr;
}

LazyTabs* Workspace::tabs() const {
    if (const RunView* view = run_view()) return view->tabs();
    if (const PresetView* view = preset_view()) return view->tabs();
    return nullptr;
}

} // namespace tunedesk::ui
