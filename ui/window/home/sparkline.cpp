// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/home/sparkline.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

std::vector<double> thinned(const std::vector<double>& values, std::size_t points) {
    std::vector<double> finite;
    std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
                 [](double v) { return std::isfinite(v); });
    if (points == 0 || finite.size() <= points) return finite;
    std::vector<double> means;
    for (std::size_t i = 0; i < points; ++i) {
        const std::size_t from = i * finite.size() / points, to = (i + 1) * finite.size() / points;
        double sum = 0;
        for (std::size_t at = from; at < to; ++at)
            sum += finite[at];
        means.push_back(sum / static_cast<double>(to - from));
    }
    return means;
}

void paint_sparkline(QPainter& painter, const QRectF& box, const std::vector<double>& values,
                     const QColor& color) {
    if (values.size() < 2) return;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const double range = *high > *low ? *high - *low : 1;
    const QRectF inner = box.adjusted(2, 3, -4, -3);
    const auto at = [&](std::size_t i) {
        return QPointF(inner.left() +
                           inner.width() * static_cast<double>(i) / static_cast<double>(values.size() - 1),
                       inner.bottom() - inner.height() * (values[i] - *low) / range);
    };
    QPainterPath line(at(0));
    for (std::size_t i = 1; i < values.size(); ++i)
        line.lineTo(at(i));
    QPainterPath below = line;
    below.lineTo(inner.right(), box.bottom());
    below.lineTo(inner.left(), box.bottom());
    below.closeSubpath();
    QLinearGradient shade(box.topLeft(), box.bottomLeft());
    QColor top = color, bottom = color;
    top.setAlphaF(0.16F);
    bottom.setAlphaF(0);
    shade.setColorAt(0, top);
    shade.setColorAt(1, bottom);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(below, shade);
    painter.setPen(QPen(color, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(at(values.size() - 1), 2.5, 2.5);
    painter.restore();
}

} // namespace tunedesk::ui
