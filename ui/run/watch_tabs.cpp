// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/watch_tabs.h"

#include "base/clock.h"
#include "base/text.h"
#include "run/folder/remote_place.h"
#include "ui/plot/pipeline/pipeline_plot.h"
#include "ui/run/gpu_model.h"
#include "ui/run/log_view.h"
#include "ui/run/rank_model.h"
#include "ui/run/run_ending.h"
#include "ui/run/watch/prediction_view.h"
#include "ui/run/watch/warning_list.h"
#include "ui/run/watch_page.h"
#include "ui/widgets/background.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/text.h"

#include <QDesktopServices>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollArea>
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
    for (int column = 0; column < model->columnCount(); ++column) // fits the titles
        table->setColumnWidth(
            column, std::max(table->columnWidth(column), table->horizontalHeader()->sectionSizeHint(column)));
    return table;
}

} // namespace

WatchTabs::WatchTabs(RunFeed* feed, ActionBar* actions, QWidget* parent)
    : QTabWidget(parent), feed_(feed), ranks_(new RankModel(this)), gpus_(new GpuModel(this)),
      log_model_(new LogModel(this)), log_view_(new LogView(log_model_)), samples_(new QPlainTextEdit),
      predictions_(new PredictionView), pipeline_(new PipelinePlot), warning_list_(new WarningList(actions)),
      device_text_(new QLabel) {
    setDocumentMode(true);
    addTab(make_ranks(), WatchPage::tr("Ranks"));
    addTab(make_devices(), WatchPage::tr("Devices"));
    addTab(make_log(), WatchPage::tr("Log"));
    addTab(make_warnings(), WatchPage::tr("Warnings"));
    samples_->setReadOnly(true);
    samples_->setAccessibleName(WatchPage::tr("Samples"));
    addTab(samples_, WatchPage::tr("Samples"));
    setTabVisible(rank_tab, false);
    setTabVisible(sample_tab, false);
    addTab(predictions_, WatchPage::tr("Samples"));
    setTabVisible(prediction_tab, false);
    addTab(make_scrollable(pipeline_), WatchPage::tr("Pipeline"));
    setTabVisible(pipeline_tab, false);
    connect(feed_, &RunFeed::source_changed, this, [this] {
        if (feed_->source() != RunFeed::Source::live) memory_.clear();
    });
    connect(feed_, &RunFeed::measured, this, [this](const std::vector<run::RankMemory>& memory) {
        memory_ = memory;
        ranks_->show_memory(memory, monotonic_seconds());
    });
}

/// Memory columns are shown once the values are known: in live runs, after steps are logged.
QWidget* WatchTabs::make_ranks() {
    QTableView* table = make_table(ranks_, WatchPage::tr("Ranks"));
    const auto show_parts = [this, table] {
        for (int column = RankModel::first_part; column < RankModel::load; ++column)
            table->setColumnHidden(column, !ranks_->knows_parts());
    };
    show_parts();
    connect(ranks_, &RankModel::dataChanged, table, show_parts);
    connect(ranks_, &RankModel::modelReset, table, show_parts);
    return table;
}

QWidget* WatchTabs::make_devices() {
    auto* devices = new QWidget;
    auto* column = new QVBoxLayout(devices);
    column->setContentsMargins(8, 8, 8, 8);
    device_text_->setWordWrap(true);
    device_text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(device_text_);
    column->addWidget(make_table(gpus_, WatchPage::tr("Devices")), 1);
    return devices;
}

QWidget* WatchTabs::make_log() {
    auto* log = new QWidget;
    auto* log_column = new QVBoxLayout(log);
    log_column->setContentsMargins(0, 0, 0, 0);
    log_column->addWidget(log_view_);
    auto* folder = new QToolButton;
    folder->setText(WatchPage::tr("Log files"));
    folder->setToolTip(WatchPage::tr("Open the folder with the output of each rank"));
    folder->setAccessibleName(WatchPage::tr("Open the folder of log files"));
    folder->setFocusPolicy(Qt::StrongFocus);
    log_view_->layout()->itemAt(0)->layout()->addWidget(folder);
    connect(folder, &QToolButton::clicked, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(to_qt(run_ / "logs"))); });
    return log;
}

QWidget* WatchTabs::make_warnings() {
    QScrollArea* scroll = make_scrollable(warning_list_);
    scroll->setAccessibleName(WatchPage::tr("Warnings"));
    return scroll;
}

void WatchTabs::set_run(const fs::path& run) {
    run_ = run;
    memory_.clear();
    disk_warnings_.clear();
    log_model_->clear();
    samples_->clear();
    predictions_->show_evaluations({});
    setTabVisible(sample_tab, false);
    setTabVisible(prediction_tab, false);
    setTabVisible(pipeline_tab, false);
}

void WatchTabs::start() {
    sampler_ = GpuSampler::shared();
    read_host();
}

void WatchTabs::stop() {
    sampler_.reset();
}

void WatchTabs::refresh() {
    if (const auto reading = sampler_ ? sampler_->latest() : std::nullopt) latest_gpus_ = reading->gpus;
    show_devices();
    if (refreshes_ % 2 == 0) read_host();
    if (refreshes_++ % 30 == 0) check_disk();
    show_warnings();
}

void WatchTabs::show_log() {
    log_model_->show_log(*feed_->history());
    show_samples();
    show_pipeline();
}

void WatchTabs::show_samples() {
    const auto& [samples, predictions] = feed_->history()->samples();
    setTabVisible(prediction_tab, !predictions.empty());
    predictions_->show_evaluations(predictions);
    setTabVisible(sample_tab, !samples.empty());
    QStringList text;
    for (auto at = samples.rbegin(); at != samples.rend(); ++at) {
        text << WatchPage::tr("Step %1").arg(at->first);
        for (const event::TextSample& sample : at->second)
            text << to_qt(sample.prompt) << QStringLiteral("   → ") + to_qt(sample.text);
        text << QString();
    }
    if (const QString joined = text.join(u'\n'); joined != samples_->toPlainText())
        samples_->setPlainText(joined);
}

void WatchTabs::show_pipeline() {
    const auto& passes = feed_->history()->progress().pipeline();
    setTabVisible(pipeline_tab, passes.has_value());
    if (passes && *passes != pipeline_->passes())
        pipeline_->show_passes(*passes, WatchPage::tr("Step %1").arg(passes->step));
}

void WatchTabs::show_devices() {
    std::optional<GpuModel::Host> host;
    if (host_) host = {*host_, host_load_};
    gpus_->show_devices(latest_gpus_, host, memory_, ranks_->cores_used());
    QStringList remarks;
    if (memory_.empty() && feed_->source() == RunFeed::Source::live)
        remarks << WatchPage::tr("No process of this run is on this machine now.");
    if (latest_gpus_.empty()) remarks << WatchPage::tr("This machine has no NVIDIA GPU.");
    if (const auto there = run::remote_run_of(run_))
        remarks = {WatchPage::tr("The run is on %1; these are the devices of this machine.")
                       .arg(to_qt(there->server))};
    device_text_->setText(remarks.join(u' '));
    device_text_->setVisible(!remarks.isEmpty());
}

void WatchTabs::read_host() {
    in_background(
        this, [](const CancelToken&) { return read_host_figures(); },
        [this](const std::optional<HostFigures>& figures) {
            if (!figures) return;
            host_load_ = figures->load_since(host_.value_or(HostFigures{}));
            host_ = figures;
        });
}

void WatchTabs::check_disk() {
    if (run_.empty() || run::remote_run_of(run_) || feed_->source() != RunFeed::Source::live)
        return disk_warnings_.clear();
    in_background(
        this, [run = run_](const CancelToken&) { return free_space(run); },
        [this, run = run_](std::uint64_t bytes) {
            if (run == run_) disk_warnings_ = disk_warnings(bytes);
        });
}

void WatchTabs::show_warnings() {
    constexpr std::size_t most = 200;
    std::vector<RunWarning> warnings = disk_warnings_;
    const auto add = [&](const std::vector<RunWarning>& more) {
        warnings.insert(warnings.end(), more.begin(), more.end());
    };
    if (!run::remote_run_of(run_)) add(gpu_warnings(latest_gpus_));
    const bool is_live = feed_->source() == RunFeed::Source::live; // an earlier end does not count
    if (const auto& exit = feed_->exit();
        !is_live && exit && exit->code != 0 && exit->code != 75 && !error_text_of(*exit).isEmpty())
        warnings.push_back({error_text_of(*exit), {}}); // the message includes its advice
    if (const RunHistory* history = feed_->history().get()) {
        add(nonfinite_warnings(history->nonfinite_steps()));
        for (auto line = history->log().rbegin(); line != history->log().rend() && warnings.size() < most;
             ++line)
            if (line->level == "warning" || line->level == "error") warnings.push_back(logged_warning(*line));
    }
    setTabText(log_tab, log_model_->count(0) > 0 ? WatchPage::tr("Log (%1)").arg(log_model_->count(0))
                                                 : WatchPage::tr("Log"));
    const int remarks = ranks_->remarkable();
    const bool several = feed_->history() && feed_->history()->ranks().size() > 1;
    setTabVisible(rank_tab, several || remarks > 0);
    setTabText(rank_tab,
               remarks > 0 ? WatchPage::tr("Ranks (%1 with a remark)").arg(remarks) : WatchPage::tr("Ranks"));
    if (warnings == warnings_) return;
    warnings_ = std::move(warnings);
    warning_list_->show_warnings(warnings_);
    setTabText(warning_tab, warnings_.empty() ? WatchPage::tr("Warnings")
                                              : WatchPage::tr("Warnings (%1)").arg(warnings_.size()));
}

} // namespace tunedesk::ui
