#include "ui/window/run_view.h"

#include "ui/window/lazy_tabs.h"
#include "ui/window/preset_text_page.h"

#include <QVBoxLayout>

namespace tunedesk::ui {

RunView::RunView(QWidget* parent) : QWidget(parent), tabs_(new LazyTabs) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(tabs_);
    tabs_->add<PresetTextPage>(
        QStringLiteral("preset"), tr("Preset"),
        [this](QWidget* holder) {
            auto* page = new PresetTextPage(holder);
            connect(page, &PresetTextPage::copy_made, this, &RunView::preset_copied);
            return page;
        },
        [this](PresetTextPage* page) { page->show_run(run_); });
}

void RunView::show_run(const fs::path& run) {
    if (run == run_) return;
    run_ = run;
    tabs_->renew();
}

} // namespace tunedesk::ui
