#include "ui/plot/pyramid_curve.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr double mark_spacing = 7; ///< pixels between two marks of a kind
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
        extent.min = extent.max * 1e-4f; // the least positive one is not known; four decades show most
    }
    found = true;
    return {extent.min, extent.max};
}

double PyramidCurve::value_pixel(double value) const {
    // Far outside is outside: the raster engine wants moderate numbers.
    return std::clamp(mValueAxis->coordToPixel(value), -1e5, 1e5);
}

void PyramidCurve::draw(QCPPainter* painter) {
    if (!data.timeline || !data.raw || data.timeline->size() == 0) return;
    const QColor own = colours.legible(colour);
    if (!data.smoothed) return draw_series(painter, *data.raw, own, true);
    draw_series(painter, *data.raw, colours.tinted(own, 0.35), true);
    draw_series(painter, *data.smoothed, own, false);
}

void PyramidCurve::draw_series(QCPPainter* painter, const Series& series, const QColor& line,
                               bool with_marks) {
    const QCPRange range = mKeyAxis->range();
    const Column<double>& all = places();
    const std::size_t size = std::min(series.size(), all.size());
    std::size_t first = first_at_least(all, range.lower);
    std::size_t last = std::min(size, first_at_least(all, range.upper, size) + 1); // the first beyond, too
    first -= first > 0 ? 1 : 0;
    if (first >= last) return;
    const int width = std::max(1, clipRect().width());
    painter->setPen(QPen(line, 0));
    painter->setBrush(line);
    if (last - first <= 2 * static_cast<std::size_t>(width)) {
        painter->setPen(QPen(line, 1.5));
        draw_values(painter, series, first, last);
        if (with_marks) draw_marks(painter, series, first, last);
        return;
    }
    edges_.clear();
    for (int i = 0; i <= width; ++i)
        edges_.push_back(mKeyAxis->pixelToCoord(clipRect().left() + i));
    sort_into_bins(all, series, edges_, bins_);
    draw_strokes(painter);
    if (with_marks) draw_marks(painter, series, first, last);
}

void PyramidCurve::draw_values(QCPPainter* painter, const Series& series, std::size_t first,
                               std::size_t last) {
    painter->setAntialiasing(true);
    line_.clear();
    const auto dot = [&](const QPointF& at) {
        const double radius = with_points ? 3 : 2;
        painter->drawEllipse(at, radius, radius);
    };
    const auto finish = [&] {
        if (line_.size() > 1) painter->drawPolyline(line_);
        if (line_.size() == 1 && !with_points) dot(line_.front()); // nothing to be joined to
        line_.clear();
    };
    const bool is_log = mValueAxis->scaleType() == QCPAxis::stLogarithmic;
    for (std::size_t i = first; i < last; ++i) {
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
}

void PyramidCurve::draw_strokes(QCPPainter* painter) {
    painter->setAntialiasing(false);
    strokes_.clear();
    const double left = clipRect().left();
    double last_top = 0, last_bottom = 0;
    bool joined = false;
    for (std::size_t i = 0; i < bins_.size(); ++i) {
        const Series::Extent& extent = bins_[i].extent;
        if (!extent.has_values()) {
            if (extent.marks != 0) joined = false; // empty bins are bridged, non-finite values are not
            continue;
        }
        const double x = left + static_cast<double>(i);
        double top = value_pixel(extent.max), bottom = value_pixel(extent.min);
        if (joined && top > last_bottom)
            strokes_.append(QLineF(x, last_bottom, x, bottom));
        else if (joined && bottom < last_top)
            strokes_.append(QLineF(x, last_top, x, top));
        else
            strokes_.append(QLineF(x, top, x, bottom));
        last_top = top;
        last_bottom = bottom;
        joined = true;
    }
    painter->drawLines(strokes_);
}

void PyramidCurve::draw_marks(QCPPainter* painter, const Series& series, std::size_t first,
                              std::size_t last) {
    if (series.extent(first, last).marks == 0) return;
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
    painter->setPen(QPen(own, 2));
    painter->setBrush(own);
    painter->drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
    if (with_points) painter->drawEllipse(rect.center(), 3, 3);
}

} // namespace tunedesk::ui
