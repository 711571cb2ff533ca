// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/new_run/preset_view.h"

#include "preset/schema/schema.h"
#include "preset/yaml/load.h"
#include "ui/data/data_check.h"
#include "ui/data/data_page.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/preset/estimate/machine_box.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/preset_tools.h"
#include "ui/preset/setup_page.h"
#include "ui/preset/sweep/sweep_dialog.h"
#include "ui/preset/sweep/sweep_estimator.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/library/places.h"
#include "ui/window/new_run/data_mender.h"
#include "ui/window/new_run/run_launcher.h"
#include "ui/window/queue/queue_watch.h"
#include "ui/window/shell/lazy_tabs.h"

#include <QComboBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

PresetView::PresetView(QueueWatch* queue, QWidget* parent)
    : QWidget(parent), queue_(queue), tabs_(new LazyTabs), message_(new MessageBar), setup_(new SetupPage),
      data_check_(new DataCheck), launcher_(new RunLauncher(queue, message_, this)) {
    tabs_->add<SetupPage>(
        QStringLiteral("setup"), tr("Set-up"), [this](QWidget*) { return setup_; },
        [this](SetupPage* page) {
            if (draft_)
                page->document()->restore(*draft_, preset_);
            else if (page->document()->file() != preset_)
                page->open(preset_);
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
    setup_->tools()->set_working_folder(&working_folder_of);
    connect(setup_, &SetupPage::changed, this, [this] {
        draft_.reset(); // it is in the document now
        if (!setup_->document()->file().empty())
            preset_ = setup_->document()->file(); // an import there has a name of its own
        tabs_->refresh(QStringLiteral("data"));
        Q_EMIT edited();
    });
    connect(setup_, &SetupPage::sweep_requested, this, &PresetView::ask_sweep);
    connect(setup_->estimator(), &Estimator::checked, this, &PresetView::show_turn);
    connect(queue_, &QueueWatch::changed, this, &PresetView::show_turn);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(tabs_, 1);
    message_->float_over(tabs_);
    // Out of the page, so that Start keeps its corner whatever tab is in front.
    column->addWidget(data_check_);
    column->addWidget(setup_->strip());
    setup_->strip()->setContentsMargins(8, 0, 8, 0);
    new DataMender(setup_, data_check_, message_, this);
    setup_->setAcceptDrops(false); // the window takes files of all kinds
    connect(setup_, &SetupPage::front_requested, this, [this] { tabs_->go_to(QStringLiteral("setup")); });
    connect(setup_, &SetupPage::start_requested, this, &PresetView::start_saved);
    connect(launcher_, &RunLauncher::started, this, &PresetView::run_started);
    connect(launcher_, &RunLauncher::queued, this, &PresetView::run_queued);
    connect(setup_, &SetupPage::saved, this, [this](const QString& file) {
        preset_ = to_path(file);
        Q_EMIT saved(file);
    });
}

void PresetView::open(const fs::path& preset) {
    if (preset == preset_) return;
    preset_ = preset;
    message_->clear();
    tabs_->refresh();
    // A hidden page is updated only when it is shown; the estimate cannot wait for that.
    if (tabs_->current_name() != QStringLiteral("setup")) setup_->open(preset);
}

void PresetView::open_text(const QString& text, const fs::path& file) {
    preset_ = file;
    message_->clear();
    setup_->document()->set_text(text, file);
    tabs_->refresh();
    tabs_->go_to(QStringLiteral("setup"));
}

void PresetView::announce(const QString& text, std::function<void()> show) {
    tabs_->go_to(QStringLiteral("setup"));
    message_->say(MessageBar::Kind::info, text, tr("Show"), std::move(show));
}

void PresetView::restore(const fs::path& preset, const QString& text) {
    preset_ = preset;
    draft_ = text;
    tabs_->refresh();
}

bool PresetView::is_modified() const {
    return draft_ || setup_->document()->is_modified();
}

QString PresetView::source() const {
    return draft_.value_or(to_qt(setup_->document()->text()));
}

void PresetView::save() {
    setup_->save();
}

void PresetView::start() {
    setup_->strip()->start_button()->click();
}

void PresetView::run_now() {
    try {
        const Preset preset = preset::load_draft(preset_).loaded.preset;
        if (queue_->why_wait(preset).isEmpty())
            launcher_->start(preset_);
        else
            launcher_->queue(preset_);
    } catch (const Error& error) {
        message_->say(error);
    }
}

void PresetView::set_servers(const QStringList& servers) {
    setup_->strip()->machines()->set_servers(servers);
}

bool PresetView::is_for_server() {
    const QString server = setup_->strip()->server();
    if (server.isEmpty()) return false;
    message_->say(
        MessageBar::Kind::warning,
        tr("The queue is this machine's, and Start is set to %1. Choose this machine to queue runs.")
            .arg(server),
        tr("This machine"), [this] {
            message_->clear();
            setup_->strip()->machines()->setCurrentIndex(0);
        });
    return true;
}

void PresetView::queue_up() {
    if (is_for_server()) return;
    wants_queue_ = setup_->strip()->start_button()->isEnabled();
    start();
}

void PresetView::show_turn() {
    if (const auto check = setup_->estimator()->latest())
        setup_->strip()->set_wait(queue_->why_wait(check->preset));
}

void PresetView::ask_sweep(const QString& key, const QString& values) {
    if (is_for_server()) return;
    const Preset& now = setup_->draft().loaded.preset;
    auto* dialog = new SweepDialog(setup_->document()->text(), setup_->document()->file(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const auto [inputs_key, inputs] = setup_->estimator()->inputs();
    dialog->estimator()->know(inputs_key, inputs);
    dialog->set_at_once(queue_->at_once(now));
    const QString first = key.isEmpty() ? QStringLiteral("training.learning_rate") : key;
    const preset::Key* known = preset::find_key(first.toStdString());
    dialog->set_values(first, values.isEmpty() && known ? to_qt(preset::get(now, *known)) : values);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        run::Queueing how;
        how.held = dialog->is_held();
        how.group = dialog->group().toStdString();
        launcher_->queue(
            preset_, [runs = dialog->runs()] { return runs; }, how);
    });
    dialog->open();
}

void PresetView::start_saved(const QString& preset) {
    const fs::path file = to_path(preset);
    if (const std::string server = setup_->strip()->server().toStdString(); !server.empty())
        return launcher_->start_on(server, file);
    if (std::exchange(wants_queue_, false) || setup_->strip()->queues()) return launcher_->queue(file);
    launcher_->start(file);
}

} // namespace tunedesk::ui
