// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_overlays.h"

#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr double least_spacing = 4; ///< pixels between two lines of a kind

QString glyph(PlotMark::Kind kind) {
    switch (kind) {
    case PlotMark::Kind::best:
        return QStringLiteral("★");
    case PlotMark::Kind::checkpoint:
        return QStringLiteral("◆");
    case PlotMark::Kind::pause:
        return QStringLiteral("‖");
    case PlotMark::Kind::resume:
        return QStringLiteral("▶");
    default:
        return {};
    }
}

Qt::PenStyle line_style(PlotMark::Kind kind) {
    switch (kind) {
    case PlotMark::Kind::epoch:
        return Qt::DotLine;
    case PlotMark::Kind::checkpoint:
        return Qt::NoPen; // only its diamond is drawn, because there can be many
    default:
        return Qt::DashLine;
    }
}

} // namespace

double MarkLines::pixel(const PlotMark& mark) const {
    return mParentPlot->xAxis->coordToPixel(mark.places[static_cast<std::size_t>(by)]);
}

QStringList MarkLines::near(double place) const {
    QStringList texts;
    const double x = mParentPlot->xAxis->coordToPixel(place);
    for (const PlotMark& mark : marks)
        if (std::abs(pixel(mark) - x) <= least_spacing && texts.size() < 4) texts << mark.text;
    return texts;
}

void MarkLines::draw(QCPPainter* painter) {
    const QRect area = clipRect();
    double last[5] = {-1e9, -1e9, -1e9, -1e9, -1e9};
    QFont small = mParentPlot->font();
    small.setPointSizeF(small.pointSizeF() * 0.8);
    painter->setFont(small);
    for (const PlotMark& mark : marks) {
        const double x = pixel(mark);
        double& before = last[static_cast<std::size_t>(mark.kind)];
        const double spacing = mark.kind == PlotMark::Kind::epoch ? 3 * least_spacing : least_spacing;
        // A QRect's right side is one pixel left of the axis's end.
        if (!(x >= area.left() && x <= area.right() + 1) || x - before < spacing) continue;
        before = x;
        if (const Qt::PenStyle style = line_style(mark.kind); style != Qt::NoPen) {
            painter->setPen(QPen(colours.frame, 1, style));
            painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        }
        painter->setPen(colours.text);
        // leaves space for its checkpoint's mark
        const int below = mark.kind == PlotMark::Kind::best ? 12 : 0;
        painter->drawText(QRectF(x - 12, area.top() + below, 24, 14), Qt::AlignCenter, glyph(mark.kind));
    }
}

CrossHair::CrossHair(QCustomPlot* plot) : QCPLayerable(plot), colours(FigureColours::paper()) {
    plot->addLayer("cross-hair");
    plot->layer("cross-hair")->setMode(QCPLayer::lmBuffered);
    setLayer("cross-hair");
}

void CrossHair::replot() {
    layer()->replot();
}

void CrossHair::draw(QCPPainter* painter) {
    if (!place) return;
    const QRectF area = mParentPlot->axisRect()->rect();
    const double x = mParentPlot->xAxis->coordToPixel(*place);
    if (!(x >= area.left() && x <= area.right())) return;
    painter->setAntialiasing(false);
    painter->setPen(QPen(colours.frame, 1));
    painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    if (!lines.isEmpty()) draw_box(painter, x);
}

QRectF CrossHair::box_beside(double x, QSizeF size) const {
    const QRectF area = mParentPlot->axisRect()->rect(), all = QRectF(clipRect()).adjusted(2, 2, -2, -2);
    double left = x + 8;
    if (left + size.width() > area.right()) left = x - 8 - size.width();
    left = std::max(all.left(), std::min(left, all.right() - size.width()));
    const double top = std::max(all.top(), std::min(area.top() + 4, all.bottom() - size.height()));
    return {{left, top}, size};
}

void CrossHair::draw_box(QCPPainter* painter, double x) const {
    painter->setFont(mParentPlot->font());
    const QFontMetricsF metrics(painter->font());
    constexpr double swatch = 14, margin = 6;
    double width = 0;
    for (const QString& line : lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    width = std::min(std::ceil(width) + 1, clipRect().width() - 4 - swatch - 2 * margin);
    const QRectF box = box_beside(
        x, {width + swatch + 2 * margin, metrics.height() * static_cast<double>(lines.size()) + 2 * margin});
    painter->setBrush(colours.background);
    painter->drawRect(box);
    double y = box.top() + margin;
    for (int i = 0; i < lines.size(); ++i, y += metrics.height()) {
        const QColor colour =
            static_cast<std::size_t>(i) < swatches.size() ? swatches[static_cast<std::size_t>(i)] : QColor();
        if (colour.isValid())
            painter->fillRect(QRectF(box.left() + margin, y + metrics.height() / 2 - 4, 8, 8),
                              colours.legible(colour));
        painter->setPen(colours.text);
        // The value is at the end of a line.
        painter->drawText(QRectF(box.left() + margin + swatch, y, width, metrics.height()),
                          Qt::AlignVCenter | Qt::AlignLeft,
                          metrics.elidedText(lines[i], Qt::ElideMiddle, width));
    }
}

} // namespace tunedesk::ui
