// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/watch_page.h"

#include "base/clock.h"
#include "preset/yaml/load.h"
#include "ui/run/action_bar.h"
#include "ui/run/connection_bar.h"
#include "ui/run/overlay_menu.h"
#include "ui/run/plot_board.h"
#include "ui/run/progress_panel.h"
#include "ui/run/rank_model.h"
#include "ui/run/run_ending.h"
#include "ui/run/watch/event_strip.h"
#include "ui/run/watch/run_summary_text.h"
#include "ui/run/watch/watch_tiles.h"
#include "ui/run/watch_tabs.h"
#include "ui/widgets/background.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

/// The text shown instead of the bars.
QString waiting_text(const RunFeed& feed, const event::RunStatus& status, const std::string& monitor) {
    if (feed.source() == RunFeed::Source::live)
        return WatchPage::tr(
            "The run is starting: it reads and tokenizes its data and loads the model first.");
    if (feed.source() != RunFeed::Source::journal) return WatchPage::tr("Reading the journal…");
    const RunHistory* history = feed.history().get();
    if (history && history->steps().rows() > 0) return summary_of(*history, status, monitor);
    return status.is(event::state::done)
               ? WatchPage::tr("The journal has no steps: it is empty or damaged. Report and "
                               "models are read from their own files.")
               : WatchPage::tr("The run has logged no step yet. Resume starts it again.");
}

} // namespace

WatchPage::WatchPage(QWidget* parent)
    : QWidget(parent), feed_(new RunFeed(this)), name_(new QLabel), state_(new QLabel),
      actions_(new ActionBar), news_(new MessageBar), tiles_(new WatchTiles), progress_(new ProgressPanel),
      board_(new PlotBoard), events_(new EventStrip), overlay_menu_(new OverlayMenu(board_, this)),
      tabs_(new WatchTabs(feed_, actions_)) {
    build();
    connect_feed();
    refresh_timer_.setInterval(1000);
    connect(&refresh_timer_, &QTimer::timeout, this, [this] {
        show_state();
        tabs_->refresh();
    });
    growth_timer_.setSingleShot(true);
    connect(&growth_timer_, &QTimer::timeout, this, &WatchPage::show_grown);
}

void WatchPage::build() {
    QScrollArea* scroll = make_scrollable(board_);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* plots = new QWidget;
    auto* plots_column = new QVBoxLayout(plots);
    plots_column->setContentsMargins(0, 0, 0, 0);
    plots_column->setSpacing(4);
    plots_column->addWidget(scroll, 1);
    plots_column->addWidget(events_);
    connect(events_, &EventStrip::step_chosen, board_, &PlotBoard::show_step);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(plots);
    splitter->addWidget(tabs_);
    splitter->setStretchFactor(0, 4);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({520, 150});
    splitter->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);
    column->addWidget(make_header());
    (new ConnectionBar(feed_))->float_over(this);
    news_->float_over(this);
    column->addWidget(tiles_);
    column->addWidget(progress_);
    column->addWidget(splitter, 1);
}

QWidget* WatchPage::make_header() {
    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    QFont bold = name_->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    name_->setFont(bold);
    name_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    name_->setMinimumWidth(120);
    state_->setAccessibleName(tr("State of the run"));
    auto* overlay = new QToolButton;
    overlay->setText(tr("Overlay"));
    overlay->setToolTip(tr("Lay the curves of other runs over these"));
    overlay->setAccessibleName(tr("Overlay other runs"));
    overlay->setFocusPolicy(Qt::StrongFocus);
    overlay->setPopupMode(QToolButton::InstantPopup);
    overlay->setMenu(overlay_menu_);
    row->addWidget(name_, 1);
    row->addWidget(state_);
    row->addSpacing(8);
    row->addWidget(overlay);
    row->addWidget(actions_);
    connect(actions_, &ActionBar::done, this, [this](const QString& text) {
        news_->say(MessageBar::Kind::info, text);
        answer_ = text;
        answered_in_ = feed_->history() ? feed_->history()->state() : std::string();
    });
    connect(actions_, &ActionBar::failed, this, [this](const Error& error) { news_->say(error); });
    connect(actions_, &ActionBar::duplicated, this, &WatchPage::preset_requested);
    connect(actions_, &ActionBar::trashed, this, &WatchPage::trashed);
    return header;
}

void WatchPage::connect_feed() {
    connect(feed_, &RunFeed::opened, this, &WatchPage::opened);
    connect(feed_, &RunFeed::grown, this, &WatchPage::grown);
    connect(feed_, &RunFeed::source_changed, this, &WatchPage::show_state);
    connect(feed_, &RunFeed::ended, this, &WatchPage::show_end);
    connect(feed_, &RunFeed::files_changed, this, &WatchPage::read_limits);
}

void WatchPage::show_run(const fs::path& run) {
    if (run == run_) return;
    run_ = run;
    tabs_->set_run(run);
    overlay_menu_->set_run(run);
    news_->clear();
    board_->show_history(run, nullptr);
    run_name_ = to_qt(run.filename());
    tiles_->set_monitor({});
    tiles_->hide();
    events_->hide();
    name_->setText(run_name_);
    name_->setToolTip(to_qt(run));
    actions_->set_run(run);
    feed_->watch(run);
    show_state();
    tabs_->show_warnings();
    read_limits();
}

/// Reads the preset's limits, after which a rank counts as silent, and its name.
void WatchPage::read_limits() {
    read_in_background(
        this,
        [run = run_](const CancelToken&) { return preset::load(event::RunFolder{run}.preset()).preset; },
        [this, run = run_](const Preset& preset) {
            if (run != run_) return;
            tabs_->ranks()->set_limits(preset.supervision.heartbeat_seconds,
                                       preset.supervision.rank_timeout_seconds);
            const QString folder = to_qt(run.filename());
            run_name_ = to_qt(preset.name);
            tiles_->set_monitor(preset.checkpoint.monitor);
            show_state();
            name_->setText(folder == run_name_ ? folder : QStringLiteral("%1 – %2").arg(run_name_, folder));
        });
}

void WatchPage::opened() {
    board_->show_history(run_, feed_->history());
    tabs_->show_log();
    show_state();
    tabs_->show_warnings();
}

void WatchPage::grown() {
    // While the page is hidden only the data are updated; showEvent() redraws.
    grown_ = true;
    if (!isVisible() || growth_timer_.isActive()) return;
    const qint64 since = shown_at_.isValid() ? shown_at_.elapsed() : least_ms;
    growth_timer_.start(static_cast<int>(std::max<qint64>(0, least_ms - since)));
}

void WatchPage::show_grown() {
    if (!grown_ || !isVisible() || !feed_->history()) return;
    grown_ = false;
    shown_at_.start();
    board_->data_changed();
    tabs_->show_log();
    show_state();
}

QString WatchPage::state_text() const {
    return state_->text();
}

void WatchPage::show_state() {
    const RunHistory* history = feed_->history().get();
    const bool is_live = feed_->source() == RunFeed::Source::live;
    const std::string state = history ? history->state() : "";
    if (!answer_.isEmpty() && state != answered_in_) { // the state itself shows the result now
        if (news_->text() == answer_) news_->clear();
        answer_.clear();
    }
    if (is_live && !shown_end_.isEmpty()) { // the run was resumed
        if (news_->text() == shown_end_) news_->clear();
        shown_end_.clear();
    }
    event::RunStatus status{state, 0, {}};
    if (is_live && state.empty()) status.state = event::state::running;
    if (!is_live) status.state = event::state::interrupted;
    if (!is_live && feed_->exit()) status = event::ended_status(feed_->exit()->code);
    actions_->set_status(is_live, status);
    QString text = tr("reading the journal");
    if (is_live) {
        const auto& phases = history->progress().phases();
        const bool has_phase = !phases.empty() && phases.count(0) && status.is(event::state::running);
        text = has_phase ? phase_text(phases.at(0)) : ui::state_text(status);
    } else if (feed_->source() == RunFeed::Source::journal) {
        text = ui::state_text(status);
    }
    state_->setText(text);
    static const run::RunProgress none;
    progress_->show_progress(history && is_live ? history->progress() : none,
                             waiting_text(*feed_, status, tiles_->monitor()));
    if (!history) return;
    tabs_->ranks()->show_ranks(history->ranks(), is_live, monotonic_seconds());
    tiles_->show_history(*history, is_live, status);
    events_->show_history(*history);
}

void WatchPage::show_end(int code) {
    show_grown();
    show_state();
    tabs_->show_warnings();
    const QString run = to_qt(run_);
    const RunEnding ending =
        ending_of(run_name_, code < 0 ? std::optional<event::ExitRecord>() : feed_->exit());
    news_->say(ending.kind, ending.text, ending.button(), [this, run, next = ending.next] {
        next ? actions_->carry_out(*next) : Q_EMIT report_requested(run);
    });
    shown_end_ = news_->text();
    Q_EMIT ended(run, code);
}

void WatchPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    tabs_->start();
    refresh_timer_.start();
    show_grown();
}

void WatchPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    refresh_timer_.stop();
    tabs_->stop();
}

} // namespace tunedesk::ui
