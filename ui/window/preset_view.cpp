#include "ui/window/preset_view.h"

#include "ui/data/data_page.h"
#include "ui/preset/estimate_strip.h"
#include "ui/preset/estimator.h"
#include "ui/preset/setup_page.h"
#include "ui/run/run_actions.h"
#include "ui/widgets/background.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/lazy_tabs.h"
#include "ui/window/places.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

PresetView::PresetView(QWidget* parent)
    : QWidget(parent), tabs_(new LazyTabs), message_(new MessageBar), setup_(new SetupPage) {
    tabs_->add<SetupPage>(
        QStringLiteral("setup"), tr("Set-up"), [this](QWidget*) { return setup_; },
        [this](SetupPage* page) {
            if (page->file() != preset_) page->open(preset_);
        });
    tabs_->page(QStringLiteral("setup"));
    tabs_->add<DataPage>(
        QStringLiteral("data"), tr("Data"),
        [this](QWidget* holder) {
            auto* page = new DataPage(setup_->estimator()->inspection(), holder);
            connect(page, &DataPage::set_requested, setup_, &SetupPage::set_key);
            return page;
        },
        [this](DataPage* page) { page->show_preset(setup_->draft().loaded.preset); });
    connect(setup_, &SetupPage::changed, this, [this] { tabs_->renew(QStringLiteral("data")); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(message_);
    column->addWidget(tabs_, 1);
    // Out of the page, so that Start keeps its corner whatever tab is in front.
    column->addWidget(setup_->strip());
    setup_->strip()->setContentsMargins(8, 0, 8, 0);
    setup_->setAcceptDrops(false); // the window takes files of all kinds
    connect(setup_, &SetupPage::front_requested, this, [this] { tabs_->go_to(QStringLiteral("setup")); });
    connect(setup_, &SetupPage::start_requested, this, &PresetView::start_saved);
    connect(setup_, &SetupPage::saved, this, [this](const QString& file) {
        preset_ = to_path(file);
        Q_EMIT saved(file);
    });
}

void PresetView::open(const fs::path& preset) {
    if (preset == preset_) return;
    preset_ = preset;
    message_->clear();
    tabs_->renew();
    // A page behind another one is told only when it is looked at; the estimate cannot wait for that.
    if (tabs_->current_name() != QStringLiteral("setup")) setup_->open(preset);
}

void PresetView::open_text(const QString& text, const fs::path& file) {
    preset_ = file;
    message_->clear();
    setup_->open_text(text, file);
    tabs_->renew();
    tabs_->go_to(QStringLiteral("setup"));
}

bool PresetView::is_modified() const {
    return setup_->is_modified();
}

void PresetView::save() {
    setup_->save();
}

void PresetView::start() {
    setup_->strip()->start_button()->click();
}

void PresetView::start_saved(const QString& preset) {
    message_->say(MessageBar::Kind::info, tr("The run is being started..."));
    in_background(
        this,
        [file = to_path(preset)](const Wanted&) { return start_run(file, {}, {}, working_folder_of(file)); },
        [this](const fs::path& run) {
            message_->clear();
            Q_EMIT run_started(to_qt(run));
        },
        [this](const Error& error) { message_->say(error); });
}

} // namespace tunedesk::ui
