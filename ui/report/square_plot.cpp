// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/square_plot.h"

#include "ui/plot/legend/legend_flow.h"
#include "ui/style/tokens.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QPair>
#include <QSet>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr int ticks = 5;
constexpr double spacing = 6;
constexpr double most_of_legend = 0.3; ///< fraction of the plot's height

std::vector<const SquareCurve*> named_curves(const std::vector<SquareCurve>& curves) {
    std::vector<const SquareCurve*> named;
    for (const SquareCurve& curve : curves)
        if (!curve.name.isEmpty()) named.push_back(&curve);
    return named;
}

LegendFlow square_legend(const std::vector<SquareCurve>& curves, const QRectF& area,
                         const QFontMetricsF& metrics) {
    QStringList names;
    for (const SquareCurve* curve : named_curves(curves))
        names << curve->name;
    return {names, metrics, area.width() - 4 * spacing,
            LegendFlow::rows_in(area.height(), most_of_legend, metrics)};
}

void draw_square_legend(QPainter& painter, const std::vector<SquareCurve>& curves, const LegendFlow& legend,
                        QPointF corner, const FigureColours& colours) {
    const std::vector<const SquareCurve*> named = named_curves(curves);
    legend.draw(painter, corner, colours.text, [&](std::size_t entry, const QRectF& box) {
        const QColor& colour = named[entry]->colour;
        painter.setPen(QPen(colours.legible(colour), 2, style::series_line(colour)));
        painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
    });
}

} // namespace

SquarePlot::SquarePlot(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setFocusPolicy(Qt::TabFocus);
}

void SquarePlot::set_title(const QString& title, const QString& x_label, const QString& y_label,
                           Reference reference) {
    title_ = title;
    x_label_ = x_label;
    y_label_ = y_label;
    reference_ = reference;
    setAccessibleName(title);
    update();
}

/// Extends the range to round numbers.
void SquarePlot::set_range(double least, double most) {
    if (!(most > least)) most = least + 1;
    const double rough = (most - least) / ticks, power = std::pow(10, std::floor(std::log10(rough)));
    for (const double round : {1.0, 2.0, 2.5, 5.0, 10.0, 20.0}) {
        const double step = round * power;
        least_ = std::floor(least / step) * step;
        most_ = least_ + ticks * step;
        if (most_ >= most) break;
    }
    update();
}

QPointF SquarePlot::placed(const QRectF& square, const QPointF& point) const {
    const double size = most_ - least_;
    return {square.left() + (point.x() - least_) / size * square.width(),
            square.bottom() - (point.y() - least_) / size * square.height()};
}

/// Points of a curve closer than a thousandth of the square are omitted, and dots on top of each other.
QVector<QPointF> SquarePlot::thinned(const SquareCurve& curve) const {
    const QVector<QPointF>& points = curve.points;
    constexpr double cells = 400;
    QSet<QPair<int, int>> taken;
    QVector<QPointF> kept;
    for (int i = 0; i < points.size(); ++i) {
        if (curve.line) {
            const bool end = i == 0 || i + 1 == points.size();
            if (!end && (points[i] - kept.back()).manhattanLength() < 1e-3 * (most_ - least_)) continue;
        } else {
            const QPointF place = (points[i] - QPointF(least_, least_)) / (most_ - least_) * cells;
            const QPair cell(static_cast<int>(place.x()), static_cast<int>(place.y()));
            if (taken.contains(cell)) continue;
            taken.insert(cell);
        }
        kept << points[i];
    }
    return kept;
}

double SquarePlot::widest_tick(const QFontMetricsF& metrics) const {
    double width = 0;
    for (int i = 0; i <= ticks; ++i)
        width = std::max(width, metrics.horizontalAdvance(tick_text(i)));
    return width;
}

double SquarePlot::tick(int index) const {
    return least_ + (most_ - least_) * index / ticks;
}

QString SquarePlot::tick_text(int index) const {
    if (least_ == 0 && most_ == 1) return QString::number(tick(index), 'f', 1);
    // Values that should be zero may have a rounding error.
    const double value = std::abs(tick(index)) < 1e-9 * (most_ - least_) ? 0 : tick(index);
    return QString::number(value, 'g', 4);
}

QStringList SquarePlot::ticks_of_axes() const {
    QStringList texts;
    for (int i = 0; i <= ticks; ++i)
        texts << tick_text(i);
    return texts;
}

void SquarePlot::set_curves(std::vector<SquareCurve> curves) {
    curves_ = std::move(curves);
    QStringList names;
    for (SquareCurve& curve : curves_) {
        curve.points = thinned(curve);
        names << curve.name;
    }
    setAccessibleDescription(names.join(u'\n'));
    update();
}

void SquarePlot::draw_axes(QPainter& painter, const QRectF& square, const FigureColours& colours) const {
    const QFontMetricsF metrics(painter.font(), painter.device());
    for (int i = 0; i <= ticks; ++i) {
        const QString text = tick_text(i);
        const double value = tick(i);
        const QPointF x = placed(square, {value, least_}), y = placed(square, {least_, value});
        painter.setPen(QPen(colours.grid, 0));
        painter.drawLine(x, placed(square, {value, most_}));
        painter.drawLine(y, placed(square, {most_, value}));
        painter.setPen(colours.text);
        painter.drawText(
            QPointF(x.x() - metrics.horizontalAdvance(text) / 2, square.bottom() + metrics.ascent() + 3),
            text);
        painter.drawText(
            QPointF(square.left() - metrics.horizontalAdvance(text) - 4, y.y() + metrics.ascent() / 2 - 1),
            text);
    }
    painter.setPen(QPen(colours.frame, 0));
    painter.drawRect(square);
    if (reference_ == Reference::diagonal) {
        painter.setPen(QPen(colours.frame, 1, Qt::DashLine));
        painter.drawLine(square.bottomLeft(), square.topRight());
    }
    painter.setPen(colours.text);
    painter.drawText(
        QRectF(square.left(), square.bottom() + metrics.height() + 3, square.width(), metrics.height() + 2),
        Qt::AlignCenter, x_label_);
    painter.save();
    painter.translate(square.left() - widest_tick(metrics) - spacing - 2, square.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-square.height() / 2, -metrics.height(), square.height(), metrics.height()),
                     Qt::AlignCenter, y_label_);
    painter.restore();
}

void SquarePlot::draw_curve(QPainter& painter, const QRectF& square, const SquareCurve& curve,
                            const FigureColours& colours) const {
    const QColor colour = colours.legible(curve.colour);
    QPolygonF line;
    for (const QPointF& point : curve.points) {
        const QPointF next = placed(square, point);
        if (curve.steps && !line.isEmpty()) line << QPointF(next.x(), line.back().y());
        line << next;
    }
    painter.setPen(QPen(colour, 1.6, style::series_line(curve.colour)));
    painter.setBrush(Qt::NoBrush);
    if (curve.line) painter.drawPolyline(line);
    if (!curve.markers) return;
    painter.setBrush(colour);
    for (const QPointF& point : curve.points)
        painter.drawEllipse(placed(square, point), 2.6, 2.6);
    painter.setBrush(Qt::NoBrush);
}

/// The legend is below the axes, so that it covers nothing.
void SquarePlot::draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, colours.background);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double title = title_.isEmpty() ? spacing : metrics.height() + 2 * spacing;
    const double below = 2 * metrics.height() + 2 * spacing;
    const LegendFlow legend = square_legend(curves_, area, metrics);
    const double legend_room = legend.height() > 0 ? legend.height() + spacing : 0;
    const QRectF room = area.adjusted(metrics.height() + widest_tick(metrics) + 2 * spacing + 4, title,
                                      -2 * spacing, -below - legend_room);
    const double side = std::min(room.width(), room.height());
    if (side > 20) {
        const QRectF square(room.left() + (room.width() - side) / 2, room.top(), side, side);
        painter.setPen(colours.text);
        QFont bold = painter.font(), plain = painter.font();
        bold.setBold(true);
        painter.setFont(bold);
        painter.drawText(
            QRectF(area.left(), square.top() - title + spacing / 2, area.width(), metrics.height()),
            Qt::AlignCenter, title_);
        painter.setFont(plain);
        draw_axes(painter, square, colours);
        const bool is_aligned = square.left() + legend.width() <= area.right() - spacing;
        draw_square_legend(painter, curves_, legend,
                           {is_aligned ? square.left() : area.left() + 2 * spacing, square.bottom() + below},
                           colours);
        painter.setClipRect(square.adjusted(-3, -3, 3, 3), Qt::IntersectClip);
        for (const SquareCurve& curve : curves_)
            draw_curve(painter, square, curve, colours);
    }
    painter.restore();
}

QByteArray SquarePlot::render(const QString& suffix, QSize size) const {
    return render_figure(suffix, size, title_, [this, size](QPaintDevice* device) {
        QPainter painter(device);
        draw(painter, QRectF(QPointF(), QSizeF(size)), FigureColours::paper());
    });
}

QByteArray SquarePlot::csv() const {
    QByteArray text = "curve,x,y\n";
    for (const SquareCurve& curve : curves_)
        for (const QPointF& point : curve.points)
            text += '"' + curve.name.toUtf8().replace('"', "\"\"") + "\"," +
                    QByteArray::number(point.x(), 'g', 9) + ',' + QByteArray::number(point.y(), 'g', 9) +
                    '\n';
    return text;
}

void SquarePlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter, rect(), FigureColours::of(palette()));
    if (hasFocus()) {
        painter.setPen(QPen(palette().highlight().color(), 1, Qt::DotLine));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void SquarePlot::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    add_export_actions(&menu, this,
                       {title_,
                        [this](const QString& suffix) -> std::function<QByteArray()> {
                            const QByteArray bytes = suffix == u"csv" ? csv() : render(suffix);
                            return [bytes] { return bytes; };
                        },
                        true});
    menu.exec(event->globalPos());
}

} // namespace tunedesk::ui
