#include "ui/run/watch_page.h"

#include "base/clock.h"
#include "base/text.h"
#include "preset/yaml/load.h"
#include "run/registry/known_runs.h"
#include "ui/run/action_bar.h"
#include "ui/run/connection_bar.h"
#include "ui/run/gpu_model.h"
#include "ui/run/log_view.h"
#include "ui/run/plot_board.h"
#include "ui/run/progress_panel.h"
#include "ui/run/rank_model.h"
#include "ui/run/run_ending.h"
#include "ui/widgets/background.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

QTableView* make_table(QAbstractItemModel* model, const QString& name) {
    auto* table = new QTableView;
    table->setModel(model);
    table->setAccessibleName(name);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 8);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    for (int column = 0; column < model->columnCount(); ++column) // wide enough for the titles
        table->setColumnWidth(
            column, std::max(table->columnWidth(column), table->horizontalHeader()->sectionSizeHint(column)));
    return table;
}

} // namespace

WatchPage::WatchPage(QWidget* parent)
    : QWidget(parent), feed_(new RunFeed(this)), name_(new QLabel), state_(new QLabel),
      actions_(new ActionBar), news_(new MessageBar), progress_(new ProgressPanel), board_(new PlotBoard),
      overlay_menu_(new QMenu(this)), tabs_(new QTabWidget), ranks_(new RankModel(this)),
      gpus_(new GpuModel(this)), log_model_(new LogModel(this)), log_view_(new LogView(log_model_)),
      warning_text_(new QLabel), device_text_(new QLabel) {
    build();
    connect_feed();
    refresh_timer_.setInterval(1000);
    connect(&refresh_timer_, &QTimer::timeout, this, &WatchPage::on_refresh);
    growth_timer_.setSingleShot(true);
    connect(&growth_timer_, &QTimer::timeout, this, &WatchPage::show_grown);
}

WatchPage::~WatchPage() = default;

void WatchPage::build() {
    QScrollArea* scroll = make_scrollable(board_);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(scroll);
    splitter->addWidget(make_tabs());
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
    connect(overlay_menu_, &QMenu::aboutToShow, this, &WatchPage::fill_overlay_menu);
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

QWidget* WatchPage::make_tabs() {
    tabs_->setDocumentMode(true);
    tabs_->addTab(make_table(ranks_, tr("Ranks")), tr("Ranks"));
    auto* devices = new QWidget;
    auto* column = new QVBoxLayout(devices);
    column->setContentsMargins(8, 8, 8, 8);
    device_text_->setWordWrap(true);
    device_text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(device_text_);
    column->addWidget(make_table(gpus_, tr("Devices")), 1);
    tabs_->addTab(devices, tr("Devices"));
    auto* log = new QWidget;
    auto* log_column = new QVBoxLayout(log);
    log_column->setContentsMargins(0, 0, 0, 0);
    log_column->addWidget(log_view_);
    auto* folder = new QToolButton;
    folder->setText(tr("Log files"));
    folder->setToolTip(tr("Open the folder with what each rank has printed"));
    folder->setAccessibleName(tr("Open the folder of log files"));
    folder->setFocusPolicy(Qt::StrongFocus);
    log_view_->layout()->itemAt(0)->layout()->addWidget(folder);
    connect(folder, &QToolButton::clicked, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(to_qt(run_ / "logs"))); });
    tabs_->addTab(log, tr("Log"));
    warning_text_->setWordWrap(true);
    warning_text_->setMargin(8);
    warning_text_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    warning_text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    warning_text_->setTextFormat(Qt::PlainText);
    QScrollArea* scroll = make_scrollable(warning_text_);
    scroll->setAccessibleName(tr("Warnings"));
    tabs_->addTab(scroll, tr("Warnings"));
    return tabs_;
}

void WatchPage::connect_feed() {
    connect(feed_, &RunFeed::opened, this, &WatchPage::opened);
    connect(feed_, &RunFeed::grown, this, &WatchPage::grown);
    connect(feed_, &RunFeed::source_changed, this, [this] {
        if (feed_->source() != RunFeed::Source::live) memory_.clear();
        show_state();
    });
    connect(feed_, &RunFeed::measured, this, [this](const std::vector<run::RankMemory>& memory) {
        memory_ = memory;
        ranks_->show_memory(memory, monotonic_seconds());
    });
    connect(feed_, &RunFeed::ended, this, &WatchPage::show_end);
    connect(feed_, &RunFeed::files_changed, this, &WatchPage::read_limits);
}

void WatchPage::show_run(const fs::path& run) {
    if (run == run_) return;
    run_ = run;
    memory_.clear();
    disk_warnings_.clear();
    news_->clear();
    log_model_->clear();
    board_->show_history(run, nullptr);
    run_name_ = to_qt(run.filename());
    name_->setText(run_name_);
    name_->setToolTip(to_qt(run));
    actions_->set_run(run);
    feed_->watch(run);
    show_state();
    show_warnings();
    read_limits();
}

/// The preset's own limits say when a rank counts as silent, and its name what the run is called.
void WatchPage::read_limits() {
    read_in_background(
        this,
        [run = run_](const CancelToken&) { return preset::load(event::RunFolder{run}.preset()).preset; },
        [this, run = run_](const Preset& preset) {
            if (run != run_) return;
            ranks_->set_limits(preset.supervision.heartbeat_seconds, preset.supervision.rank_timeout_seconds);
            const QString folder = to_qt(run.filename());
            run_name_ = to_qt(preset.name);
            name_->setText(folder == run_name_ ? folder : QStringLiteral("%1 – %2").arg(run_name_, folder));
        });
}

void WatchPage::opened() {
    board_->show_history(run_, feed_->history());
    log_model_->show_log(*feed_->history());
    show_state();
    show_warnings();
}

void WatchPage::grown() {
    // While the page is hidden only the data grow; showEvent() catches up.
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
    log_model_->show_log(*feed_->history());
    show_state();
}

QString WatchPage::state_text() const {
    return state_->text();
}

void WatchPage::show_state() {
    const RunHistory* history = feed_->history().get();
    const bool is_live = feed_->source() == RunFeed::Source::live;
    const std::string state = history ? history->state() : "";
    if (!answer_.isEmpty() && state != answered_in_) { // the state itself says it now
        if (news_->text() == answer_) news_->clear();
        answer_.clear();
    }
    if (is_live && !shown_end_.isEmpty()) { // it was resumed
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
    QString waiting = tr("Reading the journal…");
    if (is_live)
        waiting = tr("The run is starting: it reads its data, tokenizes them and loads the model first.");
    if (feed_->source() == RunFeed::Source::journal)
        waiting = history && history->steps().rows() > 0
                      ? tr("%1 steps logged; last step %2.")
                            .arg(to_qt(grouped(history->steps().rows())))
                            .arg(history->steps().timeline()->places(Timeline::By::step).back())
                  : status.is(event::state::done)
                      ? tr("The journal has no steps: it is empty or damaged. Report and models "
                           "are read from their own files.")
                      : tr("The run has logged no step yet. Resume starts it again.");
    static const run::RunProgress none;
    progress_->show_progress(history && is_live ? history->progress() : none, waiting);
    if (history) ranks_->show_ranks(history->ranks(), is_live, monotonic_seconds());
}

void WatchPage::show_end(int code) {
    show_grown();
    show_state();
    show_warnings();
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
    sampler_ = GpuSampler::shared();
    refresh_timer_.start();
    read_host();
    show_grown();
}

void WatchPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    refresh_timer_.stop();
    sampler_.reset();
}

void WatchPage::fill_overlay_menu() {
    overlay_menu_->clear();
    overlay_menu_->addAction(tr("Looking for runs…"))->setEnabled(false);
    in_background(
        this, [](const CancelToken&) { return run::registered_runs(); },
        [this](const std::vector<run::RegisteredRun>& runs) {
            overlay_menu_->clear();
            for (const run::RegisteredRun& each : runs) {
                if (each.path == run_ || overlay_menu_->actions().size() == 20) continue;
                QAction* action = overlay_menu_->addAction(menu_text(to_qt(each.path.filename())));
                action->setCheckable(true);
                action->setChecked(board_->has_overlay(each.path));
                action->setToolTip(to_qt(each.path));
                connect(action, &QAction::toggled, this,
                        [this, path = each.path](bool on) { overlay(path, on); });
            }
            if (overlay_menu_->isEmpty())
                overlay_menu_->addAction(tr("There is no other run."))->setEnabled(false);
        });
}

void WatchPage::overlay(const fs::path& run, bool on) {
    if (!on) return board_->set_overlay(run, nullptr);
    read_in_background(
        this,
        [run](const CancelToken& token) { return read_history({run}, [&] { return token.is_cancelled(); }); },
        [this, run, shown = run_](const std::shared_ptr<RunHistory>& history) {
            if (shown == run_) board_->set_overlay(run, history);
        });
}

} // namespace tunedesk::ui
