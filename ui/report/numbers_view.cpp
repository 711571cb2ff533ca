// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/numbers_view.h"

#include "ui/plot/run_colours.h"
#include "ui/report/square_plot.h"
#include "ui/report/worst_rows.h"

#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

QTableWidgetItem* number_of_row(const report::PredictionTable& table, std::size_t row, int column) {
    const float truth = table.truth(row), predicted = table.number(row);
    const double numbers[] = {truth, predicted, predicted - truth};
    auto* item = new QTableWidgetItem(QString::number(numbers[column], 'f', 4));
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

} // namespace

NumbersView::NumbersView(QWidget* parent)
    : QWidget(parent), scatter_(new SquarePlot),
      worst_(new WorstRows({tr("True"), tr("Predicted"), tr("Error")}, number_of_row)) {
    auto* splitter = new QSplitter;
    splitter->addWidget(scatter_);
    splitter->addWidget(worst_);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 8, 0, 0);
    all->addWidget(splitter);
    connect(&run_colour_changes(), &RunColourChanges::changed, this, &NumbersView::show_points);
}

void NumbersView::show_report(const std::shared_ptr<const ReportData>& read) {
    data_ = read && read->predictions.target() == task::Target::number ? read : nullptr;
    show_points();
    worst_->show_report(data_);
}

void NumbersView::show_points() {
    scatter_->set_title(tr("True and predicted numbers"), tr("True"), tr("Predicted"),
                        SquarePlot::Reference::diagonal);
    if (!data_) return scatter_->set_curves({});
    const report::PredictionTable& table = data_->predictions;
    QVector<QPointF> points;
    double least = INFINITY, most = -INFINITY;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const double truth = table.truth(row), predicted = table.number(row);
        if (!std::isfinite(truth) || !std::isfinite(predicted)) continue;
        points << QPointF(truth, predicted);
        least = std::min({least, truth, predicted});
        most = std::max({most, truth, predicted});
    }
    if (!points.isEmpty()) scatter_->set_range(least, most);
    SquareCurve dots;
    dots.points = std::move(points);
    dots.colour = run_colour(data_->run.compared.summary.folder);
    dots.markers = true;
    dots.line = false;
    scatter_->set_curves({std::move(dots)});
}

} // namespace tunedesk::ui
