// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/parallel_drawing.h"

#include "ui/style/tokens.h"

#include <QLineF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <limits>

namespace tunedesk::ui {

namespace {

constexpr double edge = 12, reach = 8, strip = 6;
constexpr double widest_label = 130;

double distance_to(const QPointF& point, const QPointF& from, const QPointF& to) {
    const QPointF along = to - from;
    const double length = QPointF::dotProduct(along, along);
    const double share =
        length > 0 ? std::clamp(QPointF::dotProduct(point - from, along) / length, 0.0, 1.0) : 0;
    return QLineF(point, from + share * along).length();
}

double widest_of(const ParallelAxis& axis, const QFontMetricsF& metrics) {
    double widest = 0;
    for (const ParallelAxis::Tick& tick : axis.ticks)
        widest = std::max(widest, metrics.horizontalAdvance(tick.text));
    return std::min(widest, widest_label);
}

} // namespace

ParallelDrawing::Layout ParallelDrawing::lay_out(const QRectF& area, const QFontMetricsF& metrics) const {
    Layout layout;
    if (axes.empty()) return layout;
    layout.top = area.top() + edge / 2 + metrics.height() + 1.5 * edge;
    layout.bottom = std::max(layout.top + 1, area.bottom() - edge - metrics.height() / 2);
    const double right = area.right() - edge - strip - widest_of(axes.back(), metrics) - edge / 2;
    layout.left = area.left() + edge + widest_of(axes.front(), metrics) + edge / 2;
    layout.step = axes.size() > 1 ? (right - layout.left) / static_cast<double>(axes.size() - 1) : 0;
    return layout;
}

std::optional<std::size_t> ParallelDrawing::line_at(const Layout& layout, const QPointF& position) const {
    if (axes.empty()) return std::nullopt;
    const double column = layout.step > 0 ? (position.x() - layout.left) / layout.step : 0;
    const auto first = static_cast<std::size_t>(
        std::clamp(std::floor(column), 0.0, std::max(0.0, static_cast<double>(axes.size()) - 2)));
    std::optional<std::size_t> nearest;
    double least = reach;
    for (const std::size_t line : order) {
        const auto& at = lines[line].at;
        const std::size_t next = std::min(first + 1, axes.size() - 1);
        if (!at[first] && !at[next]) continue;
        const QPointF from = layout.point(at[first] ? first : next, at[first] ? *at[first] : *at[next]);
        const QPointF to = at[next] ? layout.point(next, *at[next]) : from;
        const double distance = distance_to(position, from, to);
        if (distance > least) continue; // of equally distant lines the last, which is drawn on top
        least = distance;
        nearest = line;
    }
    return nearest;
}

/// A mixture of two series colors that differ for red-green color blindness too.
QColor ParallelDrawing::color_of(std::optional<double> place, const FigureColours& colours) const {
    if (!place) return colours.frame;
    const auto& series = style::light_colors().series;
    const QColor worse = colours.legible(series[0]), better = colours.legible(series[1]);
    return style::mixed(worse, better, less_is_better ? 1 - *place : *place);
}

void ParallelDrawing::draw_line(QPainter& painter, const Layout& layout, std::size_t line,
                                const QPen& pen) const {
    QPainterPath path;
    std::optional<QPointF> before;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const std::optional<double>& at = lines[line].at[axis];
        if (!at) {
            before.reset();
            continue;
        }
        const QPointF here = layout.point(axis, *at);
        if (before) {
            path.lineTo(here);
        } else {
            path.addEllipse(here, 0.5, 0.5); // makes an isolated position visible
            path.moveTo(here);
        }
        before = here;
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

void ParallelDrawing::draw_lines(QPainter& painter, const Layout& layout,
                                 const FigureColours& colours) const {
    const double width = lines.size() > 200 ? 1 : 1.6;
    for (const std::size_t line : order) {
        const std::optional<double>& place = lines[line].at.back();
        QColor color = color_of(place, colours);
        if (current) color = colours.tinted(color, 0.3);
        draw_line(painter, layout, line, QPen(color, width, place ? Qt::SolidLine : Qt::DashLine));
    }
    if (!current) return;
    const QColor color = color_of(lines[*current].at.back(), colours);
    draw_line(painter, layout, *current, QPen(colours.background, 6));
    draw_line(painter, layout, *current, QPen(color, 3));
}

void ParallelDrawing::draw_axis(QPainter& painter, const Layout& layout, std::size_t axis,
                                const FigureColours& colours) const {
    const QPointF below = layout.point(axis, 0), above = layout.point(axis, 1);
    painter.setPen(QPen(colours.frame, 1));
    painter.drawLine(below, above);
    if (axis + 1 == axes.size()) { // also the color scale
        QLinearGradient gradient(below, above);
        for (const double at : {0.0, 0.5, 1.0})
            gradient.setColorAt(at, color_of(at, colours));
        painter.setPen(Qt::NoPen);
        painter.setBrush(gradient);
        painter.drawRect(QRectF(above.x(), above.y(), strip, below.y() - above.y()));
    }
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double side = layout.step / 2 - 4; // half of the distance to the next axis
    const double before = axis == 0 ? layout.left - 4 : side;
    const double behind =
        axis + 1 == axes.size() ? strip + widest_of(axes.back(), metrics) + 1.5 * edge - 4 : side;
    const double width = std::min(metrics.horizontalAdvance(axes[axis].title) + 2, before + behind);
    const double x =
        std::clamp(above.x() - width / 2, above.x() - before, above.x() + std::max(-before, behind - width));
    painter.setPen(colours.text);
    painter.drawText(QRectF(x, above.y() - 1.5 * edge - metrics.height() + 2, width, metrics.height()),
                     Qt::AlignCenter, metrics.elidedText(axes[axis].title, Qt::ElideMiddle, width));
}

/// Omits ticks that would overlap the one below.
void ParallelDrawing::draw_ticks(QPainter& painter, const Layout& layout, std::size_t axis,
                                 const FigureColours& colours) const {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const bool is_last = axis + 1 == axes.size();
    const double most = axis == 0 || is_last ? widest_label : std::min(widest_label, layout.step * 0.6);
    double free_below = std::numeric_limits<double>::infinity();
    for (const ParallelAxis::Tick& tick : axes[axis].ticks) {
        const QPointF place = layout.point(axis, tick.at);
        if (place.y() + metrics.height() / 2 > free_below) continue;
        free_below = place.y() - metrics.height() / 2;
        const QString text = metrics.elidedText(tick.text, Qt::ElideMiddle, most);
        const double width = metrics.horizontalAdvance(text);
        const double x = is_last ? place.x() + strip + 4 : place.x() - 5 - width;
        const QRectF box(x, place.y() - metrics.height() / 2, width, metrics.height());
        if (axis > 0 && !is_last) { // lines pass behind the labels
            QColor ground = colours.background;
            ground.setAlphaF(0.8f);
            painter.fillRect(box.adjusted(-2, 0, 2, 0), ground);
        }
        painter.setPen(QPen(colours.frame, 1));
        painter.drawLine(place - QPointF(3, 0), place + QPointF(is_last ? 0 : 3, 0));
        painter.setPen(colours.text);
        painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, text);
    }
}

void ParallelDrawing::draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, colours.background);
    if (axes.empty()) return;
    const Layout layout = lay_out(area, QFontMetricsF(painter.font(), painter.device()));
    draw_lines(painter, layout, colours);
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        draw_axis(painter, layout, axis, colours);
        draw_ticks(painter, layout, axis, colours);
    }
}

/// The best line is drawn last, above the others.
void ParallelDrawing::sort() {
    order.clear();
    for (std::size_t line = 0; line < lines.size(); ++line)
        order.push_back(line);
    if (axes.empty()) return;
    std::ranges::stable_sort(order, {}, [this](std::size_t line) {
        const std::optional<double>& at = lines[line].at.back();
        return at ? (less_is_better ? 1 - *at : *at) : -1.0;
    });
}

} // namespace tunedesk::ui
