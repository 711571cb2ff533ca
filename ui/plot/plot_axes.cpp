// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_axes.h"

#include "base/text.h"
#include "ui/plot/plot_curves.h"
#include "ui/plot/qcp.h"
#include "ui/widgets/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tunedesk::ui {

namespace {

/// The number of decimals at which labels of ticks `step` apart are distinct and exact.
int decimals_of(double step) {
    int decimals = 0;
    for (double scaled = step; decimals < 9 && std::abs(scaled - std::round(scaled)) > 0.01 * scaled;
         scaled *= 10)
        ++decimals;
    return decimals;
}

double largest_of(const QVector<double>& ticks) {
    double largest = 0;
    for (const double tick : ticks)
        largest = std::max(largest, std::abs(tick));
    return largest;
}

double step_of(const QVector<double>& ticks) {
    return ticks.size() > 1 ? std::abs(ticks[1] - ticks[0]) : largest_of(ticks);
}

/// Labels all ticks of an axis in the same format: with the same number of decimals and, for very large and
/// very small numbers, the same power of ten.
class NumberTicker : public QCPAxisTicker {
protected:
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override {
        const double largest = largest_of(ticks);
        const bool has_power = largest > 0 && (largest >= 1e7 || largest < 1e-3);
        const int power = has_power ? static_cast<int>(std::floor(std::log10(largest) + 1e-9)) : 0;
        const double unit = std::pow(10, power);
        const int decimals = decimals_of(step_of(ticks) / unit);
        QVector<QString> labels;
        for (const double tick : ticks) {
            const QString label = QString::number(tick / unit, 'f', decimals);
            const bool is_zero = std::abs(tick) < 1e-9 * largest;
            labels << (is_zero      ? QStringLiteral("0")
                       : power == 0 ? label
                                    : label + u'e' + QString::number(power));
        }
        return labels;
    }
};

/// Ticks at powers of two, labeled in one unit: "1.0 GiB", "1.5 GiB".
class BytesTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override {
        const double wanted = range.size() / 5;
        return wanted > 0 ? std::max(1.0, std::exp2(std::round(std::log2(wanted)))) : 1;
    }
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override {
        static const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
        std::size_t power = 0;
        double unit = 1;
        for (const double largest = largest_of(ticks); largest >= 1024 * unit && power + 1 < std::size(units);
             ++power)
            unit *= 1024;
        const int decimals = decimals_of(step_of(ticks) / unit);
        QVector<QString> labels;
        for (const double tick : ticks)
            labels << (tick < 0    ? QString()
                       : tick == 0 ? QStringLiteral("0")
                                   : QString::number(tick / unit, 'f', decimals) + u' ' +
                                         QLatin1String(units[power]));
        return labels;
    }
};

} // namespace

QString value_text(double value, PlotAxes::Unit unit) {
    if (unit == PlotAxes::Unit::bytes && value >= 0 && std::isfinite(value))
        return to_qt(human_bytes(static_cast<std::uint64_t>(value)));
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("Inf") : QStringLiteral("-Inf");
    return QString::number(value, 'g', 5);
}

PlotAxes::PlotAxes(QCustomPlot& chart, QObject* parent) : QObject(parent), chart_(chart) {
    chart_.installEventFilter(this);
    set_tickers();
    connect(chart_.selectionRect(), &QCPSelectionRect::accepted, this, &PlotAxes::take_over);
    connect(&chart_, &QCustomPlot::mouseDoubleClick, this, &PlotAxes::reset);
}

void PlotAxes::set_unit(Unit unit) {
    unit_ = unit;
    set_tickers();
    Q_EMIT changed();
}

void PlotAxes::set_by(Timeline::By by) {
    by_ = by;
    set_tickers();
    reset();
}

void PlotAxes::set_tickers() {
    const bool is_log_x = log_places(), is_log_y = log_values();
    QSharedPointer<QCPAxisTicker> x(new NumberTicker), y(new NumberTicker);
    if (is_log_x)
        x.reset(new QCPAxisTickerLog);
    else if (by_ == Timeline::By::seconds)
        x.reset(new QCPAxisTickerTime);
    if (is_log_y)
        y.reset(new QCPAxisTickerLog);
    else if (unit_ == Unit::bytes)
        y.reset(new BytesTicker);
    chart_.xAxis->setTicker(x);
    chart_.yAxis->setTicker(y);
    chart_.xAxis->setNumberFormat(is_log_x ? "eb" : "gb");
    chart_.xAxis->setNumberPrecision(is_log_x ? 0 : 7);
    chart_.yAxis->setNumberFormat(is_log_y ? "eb" : "gb");
    chart_.yAxis->setNumberPrecision(is_log_y ? 0 : 5);
}

void PlotAxes::fit(const PlotCurves& curves) {
    const PlotExtent extent = curves.extent(log_places(), log_values());
    const auto range_of = [](const auto& found, double least, double most) {
        return found ? QCPRange(found->first, found->second) : QCPRange(least, most);
    };
    QCPRange x = range_of(extent.places, log_places() ? 1 : 0, 10);
    QCPRange y = range_of(extent.values, log_values() ? 0.1 : 0, 1);
    if (!(x.size() > 0))
        x = QCPRange(log_places() ? x.lower / 2 : x.lower - 0.5, log_places() ? x.upper * 2 : x.upper + 0.5);
    if (!log_places() && extent.has_points) x.upper += x.size() * 0.015; // space for the last dot
    if (log_values()) {
        const double margin = std::pow(std::max(y.upper / y.lower, 1.1), 0.05);
        y = QCPRange(y.lower / margin, y.upper * margin);
    } else {
        const double margin = y.size() > 0 ? y.size() * 0.06 : std::max(std::abs(y.upper) * 0.05, 1e-9);
        // A curve that begins at or near zero keeps zero as its lower limit.
        const bool from_zero = y.lower >= 0 && y.lower <= margin;
        y = QCPRange(from_zero ? 0 : y.lower - margin, y.upper + margin);
    }
    chart_.xAxis->setRange(x);
    chart_.yAxis->setRange(y);
}

bool PlotAxes::log_values() const {
    return chart_.yAxis->scaleType() == QCPAxis::stLogarithmic;
}

bool PlotAxes::log_places() const {
    return chart_.xAxis->scaleType() == QCPAxis::stLogarithmic;
}

void PlotAxes::set_log_values(bool on) {
    chart_.yAxis->setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    set_tickers();
    reset();
}

void PlotAxes::set_log_places(bool on) {
    chart_.xAxis->setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    set_tickers();
    reset();
}

void PlotAxes::reset() {
    follows_ = true;
    Q_EMIT changed();
}

void PlotAxes::take_over() {
    follows_ = false;
    Q_EMIT changed();
}

bool PlotAxes::eventFilter(QObject* watched, QEvent* event) {
    if (watched != &chart_) return QObject::eventFilter(watched, event);
    if (event->type() == QEvent::KeyPress) return key_pressed(static_cast<QKeyEvent*>(event)->key());
    if (event->type() != QEvent::Wheel) return QObject::eventFilter(watched, event);
    const auto* wheel = static_cast<QWheelEvent*>(event);
    wheel_turned(wheel->angleDelta().y() / 8.0, wheel->position(), wheel->modifiers() & Qt::ControlModifier);
    return true;
}

void PlotAxes::wheel_turned(double degrees, const QPointF& at, bool values) {
    QCPAxis* axis = values ? chart_.yAxis : chart_.xAxis;
    axis->scaleRange(std::pow(0.85, degrees / 15), axis->pixelToCoord(values ? at.y() : at.x()));
    take_over();
}

bool PlotAxes::key_pressed(int key) {
    QCPAxis* axis = chart_.xAxis;
    const auto move = [&](double share) {
        const double by = share * chart_.axisRect()->width();
        axis->setRange(axis->pixelToCoord(chart_.axisRect()->left() + by),
                       axis->pixelToCoord(chart_.axisRect()->left() + chart_.axisRect()->width() + by));
        take_over();
        return true;
    };
    switch (key) {
    case Qt::Key_Home:
        reset();
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
        axis->scaleRange(key == Qt::Key_Minus ? 1.25 : 0.8);
        take_over();
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
