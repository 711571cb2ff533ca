// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/run_view.h"

#include "ui/report/report_page.h"
#include "ui/report/try/try_page.h"
#include "ui/run/watch_page.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/new_run/preset_text_page.h"
#include "ui/window/shell/lazy_tabs.h"

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
            connect(page, &WatchPage::ended, this, [this](const QString& run) {
                read_again();
                Q_EMIT run_changed(run);
            });
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
            connect(page, &ReportPage::shown, this, [this, page] {
                if (!page->current()) return;
                const WatchPage* watch = watching();
                if (watch && watch->news()->kind() == MessageBar::Kind::success) watch->news()->clear();
                Q_EMIT report_read(to_qt(run_));
            });
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
    tabs_->refresh();
}

const WatchPage* RunView::watching() const {
    const auto* watch = static_cast<const WatchPage*>(tabs_->made_page(QStringLiteral("watch")));
    return watch && watch->run() == run_ ? watch : nullptr;
}

void RunView::look_again(const fs::path& run) {
    if (run != run_) return;
    const auto* report = static_cast<const ReportPage*>(tabs_->made_page(QStringLiteral("report")));
    if (watching() && report && report->current()) return; // its end was noticed there
    read_again();
}

void RunView::read_again() {
    tabs_->refresh(QStringLiteral("report"));
    const QString trying = QStringLiteral("try"); // what is typed there is not disturbed
    if (tabs_->current_name() != trying) tabs_->refresh(trying);
}

bool RunView::shows_end_of(const fs::path& run, bool success) const {
    if (!isVisible() || run != run_) return false;
    if (tabs_->current_name() == QStringLiteral("watch")) return true;
    if (!success || tabs_->current_name() != QStringLiteral("report")) return false;
    const auto* report = static_cast<const ReportPage*>(tabs_->made_page(QStringLiteral("report")));
    return report && (report->current() || report->is_reading()); // it reads again at the end of its run
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
