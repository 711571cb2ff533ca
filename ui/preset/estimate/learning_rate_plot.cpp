// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/estimate/learning_rate_plot.h"

#include "ui/plot/figure.h"
#include "ui/plot/qcp.h"
#include "ui/plot/run_colours.h"
#include "ui/widgets/message_bar.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::ui {

namespace {

enum Graph { own, smoothed, constant };

/// The relevant range of values, without losses after divergence, which would flatten all others.
QCPRange loss_range(const std::vector<run::RangePoint>& points, const std::vector<double>& means) {
    double least = INFINITY, most = -INFINITY, first = NAN;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (const double loss : {points[i].loss, means[i]}) {
            if (!std::isfinite(loss)) continue;
            if (std::isnan(first)) first = loss;
            least = std::min(least, loss);
            most = std::max(most, loss);
        }
    if (std::isnan(first)) return {0, 1};
    most = std::min(most, first + 2 * std::max(first - least, 0.1 * std::abs(first)));
    const double margin = std::max(0.05 * (most - least), 1e-6);
    return {least - margin, most + margin};
}

} // namespace

LearningRatePlot::LearningRatePlot(QWidget* parent)
    : QWidget(parent), chart_(new QCustomPlot), usable_(new QCPItemRect(chart_)),
      diverging_(new QCPItemRect(chart_)), line_(new QCPItemStraightLine(chart_)),
      label_(new QCPItemText(chart_)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(chart_);
    chart_->setLocale(QLocale::c());
    chart_->setAccessibleName(tr("The loss over the learning rate"));
    chart_->addGraph()->setName(tr("loss of a step"));
    chart_->graph(own)->setLineStyle(QCPGraph::lsNone);
    chart_->addGraph()->setName(tr("smoothed"));
    chart_->addGraph()->setName(tr("end of the steps at this rate"));
    chart_->graph(constant)->setLineStyle(QCPGraph::lsNone);
    chart_->xAxis->setLabel(tr("Learning rate"));
    chart_->yAxis->setLabel(tr("Loss"));
    chart_->xAxis->setScaleType(QCPAxis::stLogarithmic);
    chart_->xAxis->setTicker(QSharedPointer<QCPAxisTickerLog>(new QCPAxisTickerLog));
    chart_->xAxis->setNumberFormat(QStringLiteral("eb"));
    chart_->xAxis->setNumberPrecision(0);
    chart_->legend->setVisible(true);
    chart_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignLeft);
    for (QCPItemRect* band : {usable_, diverging_}) {
        band->setVisible(false);
        band->setLayer(QStringLiteral("background"));
        band->setPen(Qt::NoPen);
        for (QCPItemPosition* corner : {band->topLeft, band->bottomRight}) {
            corner->setTypeX(QCPItemPosition::ptPlotCoords);
            corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
        }
    }
    line_->setVisible(false);
    label_->setVisible(false);
    label_->setClipToAxisRect(true);
    label_->setPadding({4, 2, 4, 2});
    apply_colours();
}

void LearningRatePlot::show_band(QCPItemRect* band, std::optional<std::pair<double, double>> rates) {
    band->setVisible(rates.has_value());
    if (!rates) return;
    band->topLeft->setCoords(rates->first, 0);
    band->bottomRight->setCoords(rates->second, 1);
}

std::optional<std::pair<double, double>> LearningRatePlot::usable_band() const {
    if (!usable_->visible()) return std::nullopt;
    return std::pair(usable_->topLeft->key(), usable_->bottomRight->key());
}

std::optional<double> LearningRatePlot::divergence() const {
    return diverging_->visible() ? std::optional(diverging_->topLeft->key()) : std::nullopt;
}

void LearningRatePlot::show_search(const run::RateSearch& search) {
    const std::vector<run::RangePoint>& points = search.points;
    const run::RangeAdvice& advice = search.advice;
    const std::optional<double> suggested = advice.suggested;
    using Rates = std::optional<std::pair<double, double>>;
    show_band(usable_, suggested ? Rates({advice.usable_from, advice.usable_to}) : std::nullopt);
    show_band(diverging_, advice.diverges_above ? Rates({*advice.diverges_above, points.back().learning_rate})
                                                : std::nullopt);
    const std::vector<double> losses = run::smoothed_losses(points);
    QVector<double> rates, raw, mean;
    for (std::size_t i = 0; i < points.size(); ++i) {
        rates << points[i].learning_rate;
        raw << points[i].loss;
        mean << losses[i];
    }
    chart_->graph(own)->setData(rates, raw, true);
    chart_->graph(smoothed)->setData(rates, mean, true);
    QVector<double> constant_rates, late;
    for (const run::RateTrial& trial : search.trials) {
        constant_rates << trial.learning_rate;
        late << run::late_loss(trial);
    }
    chart_->graph(constant)->setData(constant_rates, late, true);
    if (search.trials.empty())
        chart_->graph(constant)->removeFromLegend();
    else
        chart_->graph(constant)->addToLegend();
    if (!points.empty()) chart_->xAxis->setRange(points.front().learning_rate, points.back().learning_rate);
    chart_->yAxis->setRange(loss_range(points, losses));
    line_->setVisible(suggested.has_value());
    label_->setVisible(suggested.has_value());
    if (suggested) {
        line_->point1->setCoords(*suggested, 0);
        line_->point2->setCoords(*suggested, 1);
        label_->setText(tr("suggested: %1").arg(QString::fromStdString(fmt::format("{:.1e}", *suggested))));
        label_->position->setTypeX(QCPItemPosition::ptPlotCoords);
        label_->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        label_->position->setCoords(*suggested, 0);
        const double middle = std::sqrt(chart_->xAxis->range().lower * chart_->xAxis->range().upper);
        label_->setPositionAlignment(Qt::AlignTop | (*suggested > middle ? Qt::AlignRight : Qt::AlignLeft));
    }
    chart_->replot(QCustomPlot::rpQueuedReplot);
}

void LearningRatePlot::apply_colours() {
    const FigureColours colours = FigureColours::of(palette());
    paint_axes(*chart_, colours, font());
    const QColor curve = colours.legible(run_colour_choices().front());
    const QColor mark = colours.legible(run_colour_choices()[1]);
    chart_->graph(smoothed)->setPen(QPen(curve, 2));
    chart_->graph(own)->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDisc, colours.tinted(curve, 0.5), 4));
    chart_->graph(constant)->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(mark, 2), QBrush(mark), 9));
    line_->setPen(QPen(mark, 2, Qt::DashLine));
    usable_->setBrush(colours.tinted(MessageBar::colour(MessageBar::Kind::success), 0.2));
    diverging_->setBrush(colours.tinted(MessageBar::colour(MessageBar::Kind::error), 0.2));
    label_->setColor(colours.text);
    label_->setFont(font());
    label_->setBrush(QBrush(colours.background));
    chart_->legend->setBrush(QBrush(colours.background));
    chart_->legend->setBorderPen(QPen(colours.grid));
    chart_->legend->setTextColor(colours.text);
    chart_->legend->setFont(font());
    chart_->replot(QCustomPlot::rpQueuedReplot);
}

void LearningRatePlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) apply_colours();
}

} // namespace tunedesk::ui
