// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_page.h"

#include "ui/compare/compared_curves.h"
#include "ui/compare/comparison_charts.h"
#include "ui/compare/figures_model.h"
#include "ui/compare/settings_view.h"
#include "ui/plot/run_colours.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <algorithm>

namespace tunedesk::ui {

namespace {

void set_up(QTableView* table, const QString& name) {
    table->setAccessibleName(name);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 10);
}

} // namespace

ComparePage::ComparePage(QWidget* parent)
    : QWidget(parent), title_(new QLabel), empty_(new QLabel), open_(new QPushButton(tr("Open a &log…"))),
      copy_(new QPushButton(tr("&Copy as Markdown"))), charts_(new QPushButton(tr("Save ch&arts…"))),
      message_(new MessageBar), stack_(new QStackedWidget), tabs_(new QTabWidget),
      figures_(new FiguresModel(this)), differences_(new DifferencesModel(this)),
      figures_table_(new QTableView), differences_table_(new QTableView), curves_(new ComparedCurves),
      settings_(new SettingsView) {
    make_title(title_);
    open_->setToolTip(tr("Lightning's metrics.csv or the Hugging Face Trainer's trainer_state.json"));
    charts_->setToolTip(tr("Every bar chart as PDF and PNG, into a folder"));
    auto* top = new QHBoxLayout;
    top->addWidget(title_, 1);
    for (QPushButton* button : {open_, copy_, charts_})
        top->addWidget(button);
    tabs_->addTab(make_tables(), tr("Figures"));
    tabs_->addTab(make_bars(), tr("Charts"));
    tabs_->addTab(curves_, tr("Curves"));
    tabs_->addTab(settings_, tr("Settings"));
    stack_tabs(stack_, empty_, tabs_);
    lay_out_page(this, top, message_, stack_);
    connect(open_, &QPushButton::clicked, this, &ComparePage::ask_for_foreign);
    connect(copy_, &QPushButton::clicked, this, &ComparePage::copy_markdown);
    connect(charts_, &QPushButton::clicked, this, &ComparePage::ask_for_charts);
    connect(settings_, &SettingsView::run_requested, this, [this](const QString& run) {
        const auto at = std::ranges::find(runs_->places, to_path(run)) - runs_->places.begin();
        if (runs_->tools[static_cast<std::size_t>(at)].empty()) Q_EMIT run_requested(run);
    });
    connect(&run_colour_changes(), &RunColourChanges::changed, this, [this] {
        if (runs_) show_bars();
        figures_table_->viewport()->update();
    });
    title_->setText(tr("Compare"));
    empty_->setText(tr("Select several runs to compare them."));
    show_read(nullptr);
}

QWidget* ComparePage::make_tables() {
    figures_table_->setModel(figures_);
    set_up(figures_table_, tr("Figures of the runs"));
    figures_table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    figures_table_->horizontalHeader()->setHighlightSections(false);
    differences_table_->setModel(differences_);
    set_up(differences_table_, tr("What differs in presets and environments"));
    connect(figures_table_, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        const auto run = figures_->run_at(index.row());
        if (run && runs_->tools[*run].empty())
            Q_EMIT set_baseline_requested(to_qt(runs_->runs[*run].summary.folder));
    });
    figures_table_->setToolTip(tr("Double-click a run to make it the baseline."));
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(figures_table_);
    splitter->addWidget(differences_table_);
    splitter->setChildrenCollapsible(false);
    splitter->setContentsMargins(0, 8, 0, 0);
    return splitter;
}

QWidget* ComparePage::make_bars() {
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 8, 0, 8);
    column->setSpacing(16);
    for (const char* key : charted_figures) {
        bars_.push_back(new BarPlot);
        const report::Figure& figure = *report::find_figure(key);
        bars_.back()->set_title(figure_title(figure));
        if (figure.unit == report::Unit::share) bars_.back()->set_full_length(1);
        column->addWidget(bars_.back());
    }
    column->addStretch();
    return make_scrollable(inside);
}

void ComparePage::show_runs(const std::vector<fs::path>& runs) {
    paths_ = runs;
    read();
}

void ComparePage::show_settings() {
    tabs_->setCurrentWidget(settings_);
}

void ComparePage::set_baseline(const fs::path& run) {
    if (baseline_ == run) return;
    baseline_ = run;
    if (!paths_.empty()) read();
}

void ComparePage::reload() {
    if (!paths_.empty()) read();
}

void ComparePage::add_foreign(const fs::path& file) {
    if (std::find(paths_.begin(), paths_.end(), file) == paths_.end()) paths_.push_back(file);
    read();
}

void ComparePage::read() {
    reading_.cancel();
    reading_ = read_in_background(
        this,
        [paths = paths_, baseline = baseline_](const CancelToken&) { return read_compared(paths, baseline); },
        [this](std::shared_ptr<const ComparedRuns> runs) { show_read(std::move(runs)); },
        [this](const Error& error) { message_->say(error); });
}

void ComparePage::show_read(std::shared_ptr<const ComparedRuns> runs) {
    runs_ = std::move(runs);
    const bool any = runs_ && !runs_->runs.empty();
    stack_->setCurrentWidget(any ? static_cast<QWidget*>(tabs_) : empty_);
    for (QPushButton* button : {copy_, charts_})
        button->setEnabled(any);
    figures_->set_runs(runs_);
    differences_->set_runs(runs_);
    message_->clear();
    if (!runs_) return;
    title_->setText(tr("Runs compared: %1").arg(runs_->runs.size()));
    if (!runs_->problems.empty()) {
        message_->say(MessageBar::Kind::warning, to_qt(runs_->problems.front()));
        std::erase_if(paths_, [](const fs::path& path) {
            std::error_code failed;
            return !fs::exists(path, failed);
        });
    }
    fit_names();
    const int columns = differences_->columnCount(), names = 280;
    const int each = (differences_table_->viewport()->width() - names) / std::max(1, columns - 1);
    for (int column = 0; column < columns; ++column)
        differences_table_->setColumnWidth(column, column == 0 ? names : std::max(200, each));
    show_bars();
    curves_->show_runs(runs_);
    settings_->show_runs(runs_);
    Q_EMIT shown();
}

/// Names of settings are long: their column is limited to leave space for the figures, and the tool tip has
/// the full name.
void ComparePage::fit_names() {
    QHeaderView* header = figures_table_->horizontalHeader();
    if (header->count() == 0) return;
    header->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    const int wanted = header->sectionSize(0);
    header->setSectionResizeMode(0, QHeaderView::Interactive);
    header->resizeSection(0, std::min(wanted, fontMetrics().horizontalAdvance(u'0') * 36));
}

void ComparePage::show_bars() {
    for (std::size_t chart = 0; chart < bars_.size(); ++chart) {
        std::vector<Bar> bars = bars_of(*runs_, *report::find_figure(charted_figures[chart]));
        bars_[chart]->setVisible(!bars.empty());
        bars_[chart]->set_bars(std::move(bars));
    }
}

void ComparePage::copy_markdown() {
    if (runs_) QApplication::clipboard()->setText(to_qt(report::to_markdown(runs_->comparison)));
}

void ComparePage::ask_for_foreign() {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open another tool's log"), {}, tr("Logs (metrics.csv trainer_state.json);;All files (*)"));
    if (!file.isEmpty()) add_foreign(to_path(file));
}

void ComparePage::ask_for_charts() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for the charts"));
    if (!folder.isEmpty()) save_charts(to_path(folder));
}

void ComparePage::save_charts(const fs::path& folder) {
    std::vector<std::pair<fs::path, QByteArray>> files;
    for (std::size_t chart = 0; chart < bars_.size(); ++chart) {
        if (bars_[chart]->bars().empty()) continue;
        for (const char* suffix : {"pdf", "png"})
            files.emplace_back(folder / (std::string(charted_figures[chart]) + "." + suffix),
                               bars_[chart]->render(QLatin1String(suffix)));
    }
    in_background(
        this,
        [files = std::move(files)](const CancelToken&) {
            for (const auto& [path, bytes] : files)
                write_file_atomically(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
            return static_cast<int>(files.size());
        },
        [this, folder](int count) {
            message_->say(MessageBar::Kind::success,
                          tr("Files of charts written: %1, to %2").arg(count).arg(to_qt(folder)));
        },
        [this](const Error& error) { message_->say(error); });
}

} // namespace tunedesk::ui
