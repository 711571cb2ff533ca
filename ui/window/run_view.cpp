#include "ui/window/run_view.h"

#include "ui/report/report_page.h"
#include "ui/report/try_page.h"
#include "ui/run/watch_page.h"
#include "ui/window/lazy_tabs.h"
#include "ui/window/preset_text_page.h"

#include <QVBoxLayout>

namespace tunedesk::ui {

RunView::RunView(QWidget* parent) : QWidget(parent), tabs_(new LazyTabs) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(tabs_);
    tabs_->add<WatchPage>(
        QStringLiteral("watch"), tr("Watch"),
        [this](QWidget* holder) {
            auto* page = new WatchPage(holder);
            connect(page, &WatchPage::ended, this, [this](const QString& run) { Q_EMIT run_changed(run); });
            connect(page, &WatchPage::trashed, this, &RunView::trashed);
            connect(page, &WatchPage::preset_requested, this, &RunView::preset_ready);
            connect(page, &WatchPage::report_requested, this,
                    [this] { tabs_->go_to(QStringLiteral("report")); });
            return page;
        },
        [this](WatchPage* page) { page->show_run(run_); });
    tabs_->add<ReportPage>(
        QStringLiteral("report"), tr("Report"),
        [this](QWidget* holder) {
            auto* page = new ReportPage(holder);
            connect(page, &ReportPage::corrected_preset_made, this, &RunView::corrected_preset_ready);
            return page;
        },
        [this](ReportPage* page) {
            page->set_baseline(baseline_);
            page->show_run(run_);
        });
    tabs_->add<TryPage>(
        QStringLiteral("try"), tr("Try"), [](QWidget* holder) { return new TryPage(holder); },
        [this](TryPage* page) { page->show_run(run_); });
    tabs_->add<PresetTextPage>(
        QStringLiteral("preset"), tr("Preset"),
        [this](QWidget* holder) {
            auto* page = new PresetTextPage(holder);
            connect(page, &PresetTextPage::copy_made, this, &RunView::preset_ready);
            return page;
        },
        [this](PresetTextPage* page) { page->show_run(run_); });
}

void RunView::show_run(const fs::path& run) {
    if (run == run_) return;
    run_ = run;
    tabs_->renew();
}

bool RunView::is_watching(const fs::path& run) const {
    return isVisible() && run == run_ && tabs_->current_name() == QStringLiteral("watch");
}

void RunView::show_corrections() {
    tabs_->go_to(QStringLiteral("report"));
    static_cast<ReportPage*>(tabs_->page(QStringLiteral("report")))->show_corrections();
}

void RunView::set_baseline(const fs::path& run) {
    if (run == baseline_) return;
    baseline_ = run;
    if (auto* report = static_cast<ReportPage*>(tabs_->made_page(QStringLiteral("report"))))
        report->set_baseline(run);
}

} // namespace tunedesk::ui
