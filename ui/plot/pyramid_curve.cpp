// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/pyramid_curve.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace tunedesk::ui {

namespace {

constexpr double mark_spacing = 7;      ///< pixels between two marks of a kind
constexpr double dense_thickness = 1.4; ///< smallest height of a span in pixels
const QColor alarm(0xd0, 0x44, 0x37);

bool is_value(float value) {
    return std::isfinite(value);
}

} // namespace

PyramidCurve::PyramidCurve(QCPAxis* key_axis, QCPAxis* value_axis)
    : QCPAbstractPlottable(key_axis, value_axis), colours(FigureColours::paper()) {
    setSelectable(QCP::stNone);
}

QCPRange PyramidCurve::getKeyRange(bool& found, QCP::SignDomain domain) const {
    found = data.timeline && data.timeline->size() > 0;
    if (!found) return {};
    const Column<double>& all = places();
    const std::size_t first = domain == QCP::sdPositive ? first_at_least(all, 1e-12) : 0;
    found = first < all.size();
    return found ? QCPRange(all[first], all.back()) : QCPRange();
}

QCPRange PyramidCurve::getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const {
    found = false;
    if (!data.timeline || !data.raw) return {};
    std::size_t first = 0, last = data.raw->size();
    if (keys.size() > 0) {
        first = first_at_least(places(), keys.lower);
        last = first_at_least(places(), keys.upper, last);
    }
    Series::Extent extent = data.raw->extent(first, last);
    if (!extent.has_values()) return {};
    if (domain == QCP::sdPositive && extent.min <= 0) {
        if (extent.max <= 0) return {};
        extent.min = extent.max * 1e-4f; // the smallest positive value is unknown; four decades show most
    }
    found = true;
    return {extent.min, extent.max};
}

double PyramidCurve::value_pixel(double value) const {
    // The raster engine requires moderate coordinates.
    return std::clamp(mValueAxis->coordToPixel(value), -1e5, 1e5);
}

QColor PyramidCurve::colour_of(const Series& series) const {
    const QColor own = colours.legible(colour);
    return data.smoothed && &series == data.raw.get() ? colours.tinted(own, colours.is_dark() ? 0.6 : 0.35)
                                                      : own;
}

Qt::PenStyle PyramidCurve::line_of(const Series& series) const {
    return data.smoothed && &series == data.raw.get() ? Qt::SolidLine : line;
}

PyramidCurve::InView PyramidCurve::in_view(const Series& series) const {
    const QCPRange range = mKeyAxis->range();
    const Column<double>& all = places();
    const std::size_t size = std::min(series.size(), all.size());
    InView part;
    part.first = first_at_least(all, range.lower);
    // including the first value beyond
    part.last = std::min(size, first_at_least(all, range.upper, size) + 1);
    part.first -= part.first > 0 ? 1 : 0;
    if (part.first >= part.last) return {};
    part.is_dense = part.last - part.first > static_cast<std::size_t>(std::max(1, clipRect().width()));
    return part;
}

void PyramidCurve::draw(QCPPainter* painter) {
    if (!data.timeline || !data.raw || data.timeline->size() == 0) return;
    for (const Series* series : {data.raw.get(), data.smoothed}) {
        if (!series) continue;
        const InView part = in_view(*series);
        if (part.first == part.last) continue;
        if (!part.is_dense) draw_values(painter, *series, part);
        if (series == data.raw.get()) draw_marks(painter, *series, part);
    }
}

void PyramidCurve::draw_values(QCPPainter* painter, const Series& series, const InView& part) {
    const QColor own = colour_of(series);
    const bool is_dashed = line_of(series) != Qt::SolidLine;
    const QPen solid(own, 1.5), pen = is_dashed ? QPen(own, 1.5, line_of(series), Qt::FlatCap) : solid;
    painter->setPen(pen);
    painter->setBrush(own);
    painter->setAntialiasing(true);
    // Dashes only continue along a polyline.
    const bool is_polyline = is_dashed || painter->modes().testFlag(QCPPainter::pmVectorized);
    line_.clear();
    segments_.clear();
    const auto dot = [&](const QPointF& at) {
        const double radius = with_points ? 3 : 2;
        painter->setPen(solid);
        painter->drawEllipse(at, radius, radius);
        painter->setPen(pen);
    };
    const auto finish = [&] {
        if (line_.size() == 1 && !with_points) dot(line_.front()); // there is nothing to connect
        if (is_polyline && line_.size() > 1) painter->drawPolyline(line_);
        // Single segments: on the screen a polyline takes several times as long because of its joins.
        for (int i = 1; i < line_.size() && !is_polyline; ++i)
            segments_.append(QLineF(line_[i - 1], line_[i]));
        line_.clear();
    };
    const bool is_log = mValueAxis->scaleType() == QCPAxis::stLogarithmic;
    for (std::size_t i = part.first; i < part.last; ++i) {
        if (series.is_missing(i)) continue;
        if (!is_value(series[i]) || (is_log && series[i] <= 0)) {
            finish();
            continue;
        }
        const QPointF at(std::clamp(mKeyAxis->coordToPixel(places()[i]), -1e5, 1e5), value_pixel(series[i]));
        line_ << at;
        if (with_points) dot(at);
    }
    finish();
    painter->drawLines(segments_);
}

namespace {

/// Extends a span so that it touches the one at its left.
ColumnSpan joined(const ColumnSpan& own, const ColumnSpan& left, float half) {
    ColumnSpan span = own;
    if (own.top > left.bottom) span.top = left.bottom - half;
    if (own.bottom < left.top) span.bottom = left.top + half;
    return span;
}

/// Enlarges a column without neighbors to a dot.
void enlarge_isolated(std::vector<ColumnSpan>& spans, float radius) {
    const auto is_empty = [&](std::size_t i) { return i >= spans.size() || spans[i].is_empty(); };
    for (std::size_t i = 0; i < spans.size(); ++i) {
        // 0 - 1 wraps to an index beyond the end
        if (is_empty(i) || !is_empty(i - 1) || !is_empty(i + 1)) continue;
        const ColumnSpan dot{spans[i].top - radius, spans[i].bottom + radius};
        for (const std::size_t column : {i - 1, i, i + 1})
            if (column < spans.size()) spans[column] = dot;
        ++i;
    }
}

/// Removes the columns in a dashed line's gaps, as Qt draws it 1.4 pixels wide.
void leave_gaps(std::vector<ColumnSpan>& spans, Qt::PenStyle line, double per_pixel) {
    const QList<qreal> pattern = QPen(Qt::black, dense_thickness, line).dashPattern();
    if (pattern.isEmpty()) return;
    const double unit = dense_thickness * per_pixel;
    const double period = std::accumulate(pattern.begin(), pattern.end(), 0.0) * unit;
    for (std::size_t column = 0; column < spans.size(); ++column) {
        double left = std::fmod(static_cast<double>(column), period);
        int part = 0; // dashes have even numbers, gaps odd ones
        while (part + 1 < pattern.size() && left >= pattern[part] * unit)
            left -= pattern[part++] * unit;
        if (part % 2 == 1) spans[column] = {};
    }
}

} // namespace

/// Fills the columns between two that have values with a line.
void PyramidCurve::bridge(std::size_t from, const ColumnSpan& left, std::size_t to, const ColumnSpan& right,
                          float half) {
    const float begin = (left.top + left.bottom) / 2, end = (right.top + right.bottom) / 2;
    for (std::size_t i = from + 1; i < to; ++i) {
        const float y = begin + (end - begin) * static_cast<float>(i - from) / static_cast<float>(to - from);
        spans_[i] = joined({y - half, y + half}, spans_[i - 1], half);
    }
}

const std::vector<ColumnSpan>& PyramidCurve::spans_of(const Series& series, double per_pixel,
                                                      double thickness) {
    const QRect area = clipRect();
    const int columns = static_cast<int>(std::ceil(area.width() * per_pixel));
    edges_.clear();
    for (int i = 0; i <= columns; ++i)
        edges_.push_back(mKeyAxis->pixelToCoord(area.left() + i / per_pixel));
    sort_into_bins(places(), series, edges_, bins_);
    spans_.assign(bins_.size(), {});
    const auto row = [&](float value) {
        return static_cast<float>((value_pixel(value) - area.top()) * per_pixel);
    };
    const auto half = static_cast<float>(thickness / 2);
    const bool is_log = mValueAxis->scaleType() == QCPAxis::stLogarithmic;
    std::optional<std::pair<std::size_t, ColumnSpan>> last; // the previous column with values
    for (std::size_t i = 0; i < bins_.size(); ++i) {
        const Series::Extent& extent = bins_[i].extent;
        if (!extent.has_values() || (is_log && extent.max <= 0)) {
            if (extent.marks != 0) last.reset(); // empty columns are bridged, non-finite values are not
            continue;
        }
        const ColumnSpan own{row(extent.max) - half, row(extent.min) + half};
        if (last) bridge(last->first, last->second, i, own, half);
        spans_[i] = last ? joined(own, spans_[i - 1], half) : own;
        last = {i, own};
    }
    enlarge_isolated(spans_, static_cast<float>(per_pixel));
    leave_gaps(spans_, line_of(series), per_pixel);
    return spans_;
}

void PyramidCurve::draw_marks(QCPPainter* painter, const Series& series, const InView& part) {
    if (series.extent(part.first, part.last).marks == 0) return;
    edges_.clear();
    const QRect area = clipRect();
    for (double x = area.left(); x <= area.right() + mark_spacing; x += mark_spacing)
        edges_.push_back(mKeyAxis->pixelToCoord(x));
    sort_into_bins(places(), series, edges_, bins_);
    painter->setAntialiasing(true);
    const QColor red = colours.legible(alarm);
    painter->setPen(QPen(red, 1.5));
    painter->setBrush(red);
    for (std::size_t i = 0; i < bins_.size(); ++i) {
        const std::uint8_t marks = bins_[i].extent.marks;
        const double x = area.left() + (static_cast<double>(i) + 0.5) * mark_spacing;
        const double low = area.bottom() - 4, high = area.top() + 4;
        if (marks & Series::nan) {
            painter->drawLine(QPointF(x - 3, low - 3), QPointF(x + 3, low + 3));
            painter->drawLine(QPointF(x - 3, low + 3), QPointF(x + 3, low - 3));
        }
        if (marks & Series::positive_infinity)
            painter->drawPolygon(QPolygonF({{x, high - 3}, {x - 3, high + 3}, {x + 3, high + 3}}));
        if (marks & Series::negative_infinity)
            painter->drawPolygon(QPolygonF({{x, low - 8}, {x - 3, low - 14}, {x + 3, low - 14}}));
    }
}

void PyramidCurve::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const {
    const QColor own = colours.legible(colour);
    painter->setPen(QPen(own, 2, line, Qt::FlatCap));
    painter->setBrush(own);
    painter->drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
    painter->setPen(QPen(own, 2));
    if (with_points) painter->drawEllipse(rect.center(), 3, 3);
}

DenseCurves::DenseCurves(QCustomPlot* plot) : QCPLayerable(plot) {
    plot->addLayer("dense", plot->layer("main"), QCustomPlot::limBelow);
    setLayer("dense");
}

void DenseCurves::draw(QCPPainter* painter) {
    const QRect area = clipRect();
    const bool is_vector = painter->modes().testFlag(QCPPainter::pmVectorized);
    const double per_pixel = is_vector ? 1 : painter->device()->devicePixelRatioF();
    bool has_canvas = false;
    const auto draw_one = [&](PyramidCurve& curve, const Series* series, double thickness) {
        if (!series || !curve.data.timeline || !curve.in_view(*series).is_dense) return;
        const auto& spans = curve.spans_of(*series, per_pixel, thickness * per_pixel);
        if (!is_vector) {
            if (!has_canvas) canvas_.begin((QSizeF(area.size()) * per_pixel).toSize());
            has_canvas = true;
            return canvas_.draw(spans, curve.colour_of(*series));
        }
        QVector<QLineF> lines;
        for (std::size_t i = 0; i < spans.size(); ++i)
            if (const double x = area.left() + static_cast<double>(i) + 0.5; !spans[i].is_empty())
                lines.append(
                    QLineF(x, area.top() + double(spans[i].top), x, area.top() + double(spans[i].bottom)));
        painter->setPen(QPen(curve.colour_of(*series), 1, Qt::SolidLine, Qt::FlatCap));
        painter->drawLines(lines);
    };
    // Smoothed curves are drawn above all raw ones.
    for (const bool smoothed : {false, true})
        for (int i = 0; i < mParentPlot->plottableCount(); ++i)
            if (auto* curve = qobject_cast<PyramidCurve*>(mParentPlot->plottable(i));
                curve && curve->visible())
                draw_one(*curve, smoothed ? curve->data.smoothed : curve->data.raw.get(), dense_thickness);
    if (is_vector) return;
    if (has_canvas)
        painter->drawImage(QRectF(area), canvas_.image());
    else
        canvas_.release();
}

} // namespace tunedesk::ui
