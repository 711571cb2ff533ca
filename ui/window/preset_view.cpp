#include "ui/window/preset_view.h"

#include "ui/preset/setup_page.h"
#include "ui/run/run_actions.h"
#include "ui/widgets/background.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/lazy_tabs.h"
#include "ui/window/places.h"
#include "ui/window/start_bar.h"

#include <QVBoxLayout>

namespace tunedesk::ui {

PresetView::PresetView(QWidget* parent)
    : QWidget(parent), tabs_(new LazyTabs), start_(new StartBar), message_(new MessageBar) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(message_);
    column->addWidget(tabs_, 1);
    column->addWidget(start_);
    tabs_->add<SetupPage>(
        QStringLiteral("setup"), tr("Set-up"), [this](QWidget*) { return setup_; },
        [this](SetupPage* page) { page->open(preset_); });
    // Start needs what Set-up knows, so Set-up is made with the view, whatever tab is in front.
    setup_ = new SetupPage;
    tabs_->page(QStringLiteral("setup"));
    connect(setup_, &SetupPage::changed, this, [this] { start_->show_draft(setup_->draft()); });
    connect(setup_, &SetupPage::start_requested, this, &PresetView::start);
    connect(setup_, &SetupPage::saved, this, [this](const QString& file) {
        preset_ = to_path(file);
        Q_EMIT saved(file);
        if (std::exchange(start_when_saved_, false)) start_saved(file);
    });
    connect(start_, &StartBar::start_requested, this, &PresetView::start);
    connect(start_, &StartBar::jump_requested, this, [this](const QString& key) {
        tabs_->go_to(QStringLiteral("setup"));
        if (!key.isEmpty()) setup_->go_to(key);
    });
}

void PresetView::open(const fs::path& preset) {
    if (preset == preset_) return;
    preset_ = preset;
    message_->clear();
    tabs_->renew();
    // A page behind another one is told only when it is looked at; Start cannot wait for that.
    if (tabs_->current_name() != QStringLiteral("setup")) setup_->open(preset);
}

bool PresetView::is_modified() const {
    return setup_->is_modified();
}

void PresetView::save() {
    setup_->save();
}

void PresetView::start() {
    if (!start_->reason().isEmpty()) return;
    if (!setup_->is_modified()) return start_saved(to_qt(preset_));
    start_when_saved_ = true;
    setup_->save();
}

void PresetView::start_saved(const QString& preset) {
    start_->set_busy(true);
    message_->clear();
    in_background(
        this,
        [file = to_path(preset)](const Wanted&) { return start_run(file, {}, {}, working_folder_of(file)); },
        [this](const fs::path& run) {
            start_->set_busy(false);
            Q_EMIT run_started(to_qt(run));
        },
        [this](const Error& error) {
            start_->set_busy(false);
            message_->say(error);
        });
}

} // namespace tunedesk::ui
