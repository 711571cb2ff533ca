// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/scores_view.h"

#include "report/figures.h"
#include "ui/plot/bar_plot.h"
#include "ui/plot/run_colours.h"
#include "ui/report/scores_model.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>

namespace tunedesk::ui {

namespace {

const task::Task& task_of(const ReportData& read) {
    return task::task_of(read.figures() ? read.figures()->task : task::Kind::text_classification);
}

/// The accuracy, or the headline figure of the task.
const report::Figure& headline_of(const ReportData& read) {
    const auto has = [&](const char* name) {
        return read.figures() && task::value_of(read.figures()->metrics, name).has_value();
    };
    const task::Metric* metric = task_of(read).headline_among(has);
    return *report::find_figure(metric ? metric->name : task_of(read).headline);
}

} // namespace

ScoresView::ScoresView(QWidget* parent)
    : QWidget(parent), model_(new ScoresModel(this)), table_(new QTableView), accuracy_(new BarPlot),
      figures_(new QFormLayout) {
    table_->setModel(model_);
    table_->setAccessibleName(tr("Classification report"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setAlternatingRowColors(true);
    table_->setShowGrid(false);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setMinimumSectionSize(
        fontMetrics().horizontalAdvance(QStringLiteral("To baseline ")));
    table_->horizontalHeader()->setSectionResizeMode(ScoresModel::name, QHeaderView::Stretch);
    accuracy_->set_full_length(1);

    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(8, 0, 8, 0);
    column->addWidget(accuracy_);
    figures_->setLabelAlignment(Qt::AlignLeft);
    figures_->setHorizontalSpacing(24);
    column->addLayout(figures_);
    column->addStretch();
    QScrollArea* scroll = make_scrollable(side);
    scroll->setMinimumWidth(260);

    auto* splitter = new QSplitter;
    splitter->addWidget(table_);
    splitter->addWidget(scroll);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 8, 0, 0);
    all->addWidget(splitter);
    connect(&run_colour_changes(), &RunColourChanges::changed, this, [this] {
        if (read_) show_accuracy(*read_);
    });
}

void ScoresView::show_report(std::shared_ptr<const ReportData> read) {
    read_ = read;
    model_->set_data(read);
    table_->setVisible(!read || read->target() == task::Target::one_class);
    table_->setColumnHidden(ScoresModel::difference, !read || !read->baseline);
    while (figures_->rowCount() > 0)
        figures_->removeRow(0);
    accuracy_->set_bars({});
    if (!read) return;
    show_accuracy(*read);
    show_figures(*read);
}

void ScoresView::show_accuracy(const ReportData& read) {
    const report::Figure& figure = headline_of(read);
    accuracy_->set_title(figure_title(figure));
    std::vector<Bar> bars;
    const auto add = [&](const QString& label, std::optional<double> value, const QColor& colour) {
        if (value) bars.push_back({label, *value, to_qt(report::shown(figure, *value)), colour, {}, {}});
    };
    add(tr("This run"), figure.read(read.run.compared), run_colour(read.run.compared.summary.folder));
    if (read.scores)
        add(tr("Always “%1”").arg(to_qt(read.names()[read.majority_class])), read.majority_share,
            palette().mid().color());
    if (read.baseline)
        add(tr("Baseline: %1").arg(to_qt(read.baseline->compared.name)), figure.read(read.baseline->compared),
            run_colour(read.baseline->compared.summary.folder));
    accuracy_->setVisible(!bars.empty() && task_of(read).has_classes());
    accuracy_->set_bars(std::move(bars));
}

void ScoresView::show_figures(const ReportData& read) {
    const auto add = [&](const QString& name, const QString& text) {
        auto* value = new QLabel(text);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        figures_->addRow(name, value);
    };
    const bool has_bars = task_of(read).has_classes();
    for (const report::Figure& figure : report::figures()) {
        const auto value = figure.read(read.run.compared);
        if (!value || (has_bars && figure.key == headline_of(read).key)) continue;
        QString text = to_qt(report::shown(figure, *value));
        const auto other = read.baseline ? figure.read(read.baseline->compared) : std::nullopt;
        if (other)
            text += QStringLiteral("  (%1)").arg(to_qt(report::shown_difference(figure, *value, *other)));
        add(figure_title(figure), text);
    }
    for (const auto& [name, value] : read.run.compared.summary.progress.at_start)
        if (const task::Metric* metric = task_of(read).find_metric(name))
            add(tr("%1 before training").arg(QCoreApplication::translate("Figure", metric->title)),
                four_digits(value));
    if (read.scores) add(tr("Expected calibration error"), four_digits(read.calibration_error));
    if (const report::RunReport* figures = read.figures(); figures && figures->best_step > 0)
        add(tr("Tested weights"),
            figures->monitor.empty()
                ? tr("of step %1").arg(figures->best_step)
                : tr("of step %1, best by %2").arg(figures->best_step).arg(to_qt(figures->monitor)));
}

} // namespace tunedesk::ui
