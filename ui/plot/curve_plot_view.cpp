// What part of its curves a CurvePlot shows, and their values under the pointer.

#include "base/text.h"
#include "ui/plot/curve_plot.h"
#include "ui/plot/plot_overlays.h"
#include "ui/plot/pyramid_curve.h"
#include "ui/widgets/text.h"

#include <QLabel>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

/// The finite value nearest to a place; nothing where there is none within a few rows.
std::optional<std::size_t> nearest(const Column<double>& places, const Series& series, double place) {
    const std::size_t size = std::min(places.size(), series.size());
    const std::size_t at = first_at_least(places, place);
    std::optional<std::size_t> best;
    const auto offer = [&](std::size_t i) {
        if (i >= size || series.is_missing(i)) return false;
        if (!best || std::abs(places[i] - place) < std::abs(places[*best] - place)) best = i;
        return true;
    };
    for (std::size_t i = at; i < at + 64 && !offer(i);)
        ++i;
    for (std::size_t i = at; i > 0 && i + 64 > at && !offer(i - 1);)
        --i;
    return best;
}

QString value_text(double value, CurvePlot::Unit unit) {
    if (unit == CurvePlot::Unit::bytes && value >= 0 && std::isfinite(value))
        return to_qt(human_bytes(static_cast<std::uint64_t>(value)));
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("Inf") : QStringLiteral("-Inf");
    return QString::number(value, 'g', 5);
}

} // namespace

void CurvePlot::set_unit(Unit unit) {
    unit_ = unit;
    set_tickers();
    data_changed();
}

void CurvePlot::set_tickers() {
    const bool is_log_x = log_places(), is_log_y = log_values();
    QSharedPointer<QCPAxisTicker> x(new QCPAxisTicker), y(new QCPAxisTicker);
    if (is_log_x)
        x.reset(new QCPAxisTickerLog);
    else if (by_ == Timeline::By::seconds)
        x.reset(new QCPAxisTickerTime);
    if (is_log_y)
        y.reset(new QCPAxisTickerLog);
    else if (unit_ == Unit::bytes)
        y.reset(new BytesTicker);
    chart_->xAxis->setTicker(x);
    chart_->yAxis->setTicker(y);
    chart_->xAxis->setNumberFormat(is_log_x ? "eb" : "gb");
    chart_->xAxis->setNumberPrecision(is_log_x ? 0 : 7);
    chart_->yAxis->setNumberFormat(is_log_y ? "eb" : "gb");
    chart_->yAxis->setNumberPrecision(is_log_y ? 0 : 5);
}

void CurvePlot::show_last_value() {
    const auto of_another = [&](const Entry& entry) { return entry.curve.run != entries_.front().curve.run; };
    if (entries_.empty() || entries_.front().curve.series->size() == 0 ||
        std::any_of(entries_.begin(), entries_.end(), of_another)) // of several runs it would name none
        return last_value_->clear();
    const Series& series = *entries_.front().curve.series;
    for (std::size_t i = series.size(), tried = 0; i-- > 0 && tried < 64; ++tried)
        if (!series.is_missing(i)) return last_value_->setText(value_text(series[i], unit_));
    last_value_->clear();
}

void CurvePlot::fit() {
    const auto domain = [](bool log) { return log ? QCP::sdPositive : QCP::sdBoth; };
    std::optional<QCPRange> keys, values;
    const auto include = [](std::optional<QCPRange>& all, const QCPRange& range) {
        if (all)
            all->expand(range);
        else
            all = range;
    };
    for (const Entry& entry : entries_) {
        bool found = false;
        const QCPRange key = entry.shown->getKeyRange(found, domain(log_places()));
        if (found) include(keys, key);
        const QCPRange value = entry.shown->getValueRange(found, domain(log_values()), {});
        if (found) include(values, value);
    }
    QCPRange x = keys.value_or(QCPRange(log_places() ? 1 : 0, 10));
    QCPRange y = values.value_or(QCPRange(log_values() ? 0.1 : 0, 1));
    if (!(x.size() > 0))
        x = QCPRange(log_places() ? x.lower / 2 : x.lower - 0.5, log_places() ? x.upper * 2 : x.upper + 0.5);
    const auto has_points = [](const Entry& entry) { return entry.curve.points; };
    if (!log_places() && std::any_of(entries_.begin(), entries_.end(), has_points))
        x.upper += x.size() * 0.015; // room for the last dot
    if (log_values()) {
        const double margin = std::pow(std::max(y.upper / y.lower, 1.1), 0.05);
        y = QCPRange(y.lower / margin, y.upper * margin);
    } else {
        const double margin = y.size() > 0 ? y.size() * 0.06 : std::max(std::abs(y.upper) * 0.05, 1e-9);
        // A curve that begins at or near zero keeps zero as its floor.
        const bool from_zero = y.lower >= 0 && y.lower <= margin;
        y = QCPRange(from_zero ? 0 : y.lower - margin, y.upper + margin);
    }
    chart_->xAxis->setRange(x);
    chart_->yAxis->setRange(y);
}

void CurvePlot::set_by(Timeline::By by) {
    by_ = by;
    mark_lines_->by = by;
    for (Entry& entry : entries_)
        entry.shown->by = by;
    show_cross_hair(std::nullopt);
    set_tickers();
    reset_view();
}

bool CurvePlot::log_values() const {
    return chart_->yAxis->scaleType() == QCPAxis::stLogarithmic;
}

bool CurvePlot::log_places() const {
    return chart_->xAxis->scaleType() == QCPAxis::stLogarithmic;
}

void CurvePlot::set_log_values(bool on) {
    chart_->yAxis->setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    set_tickers();
    reset_view();
}

void CurvePlot::set_log_places(bool on) {
    chart_->xAxis->setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    set_tickers();
    reset_view();
}

void CurvePlot::set_follows(bool follows) {
    follows_ = follows;
    zoomed_->setVisible(!follows);
}

void CurvePlot::reset_view() {
    set_follows(true);
    data_changed();
}

void CurvePlot::view_was_changed() {
    set_follows(false);
    data_changed();
}

QStringList CurvePlot::values_at(double place) const {
    QStringList lines;
    for (const Entry& entry : entries_) {
        if (lines.size() == 12) break; // what a box can hold
        const auto at = nearest(entry.curve.timeline->places(by_), *entry.curve.series, place);
        if (!at) continue;
        QString line = entry.curve.name + u' ' + value_text((*entry.curve.series)[*at], unit_);
        if (entry.smoothed && *at < entry.smoothed->series().size() &&
            !entry.smoothed->series().is_missing(*at))
            line += tr(" (smoothed %1)").arg(value_text(entry.smoothed->series()[*at], unit_));
        lines << line;
    }
    return lines;
}

void CurvePlot::show_cross_hair(std::optional<double> place) {
    if (!place && !cross_hair_->place) return;
    cross_hair_->place = place;
    cross_hair_->lines.clear();
    cross_hair_->swatches.clear();
    if (place) {
        const QString heading = by_ == Timeline::By::step ? tr("step %1").arg(std::llround(*place))
                                : by_ == Timeline::By::epoch
                                    ? tr("epoch %1").arg(QString::number(*place, 'g', 5))
                                    : to_qt(human_duration(*place));
        cross_hair_->lines << heading << values_at(*place);
        cross_hair_->swatches.emplace_back();
        for (const Entry& entry : entries_)
            if (nearest(entry.curve.timeline->places(by_), *entry.curve.series, *place))
                cross_hair_->swatches.push_back(entry.shown->colour);
        cross_hair_->swatches.resize(static_cast<std::size_t>(cross_hair_->lines.size()));
        cross_hair_->lines << mark_lines_->near(*place);
    }
    cross_hair_->replot();
}

bool CurvePlot::eventFilter(QObject* watched, QEvent* event) {
    if (watched == chart_ && event->type() == QEvent::Leave) {
        show_cross_hair(std::nullopt);
        Q_EMIT cross_hair_moved(std::nullopt);
    } else if (watched == chart_ && event->type() == QEvent::KeyPress) {
        return key_pressed(static_cast<QKeyEvent*>(event)->key());
    } else if (watched == chart_ && event->type() == QEvent::Wheel) {
        const auto* wheel = static_cast<QWheelEvent*>(event);
        wheel_turned(wheel->angleDelta().y() / 8.0, wheel->position(),
                     wheel->modifiers() & Qt::ControlModifier);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void CurvePlot::wheel_turned(double degrees, const QPointF& at, bool values) {
    QCPAxis* axis = values ? chart_->yAxis : chart_->xAxis;
    axis->scaleRange(std::pow(0.85, degrees / 15), axis->pixelToCoord(values ? at.y() : at.x()));
    view_was_changed();
}

bool CurvePlot::key_pressed(int key) {
    QCPAxis* axis = chart_->xAxis;
    const auto move = [&](double share) {
        const double by = share * chart_->axisRect()->width();
        axis->setRange(axis->pixelToCoord(chart_->axisRect()->left() + by),
                       axis->pixelToCoord(chart_->axisRect()->left() + chart_->axisRect()->width() + by));
        view_was_changed();
        return true;
    };
    switch (key) {
    case Qt::Key_Home:
        reset_view();
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
        axis->scaleRange(key == Qt::Key_Minus ? 1.25 : 0.8);
        view_was_changed();
        return true;
    case Qt::Key_Left:
        return move(-0.1);
    case Qt::Key_Right:
        return move(0.1);
    default:
        return false;
    }
}

} // namespace tunedesk::ui
