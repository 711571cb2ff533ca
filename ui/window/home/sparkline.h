// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <vector>

class QColor;
class QPainter;

namespace tunedesk::ui {

/// At most `points` means of consecutive values; NaN and infinite values are ignored. Any thread.
std::vector<double> thinned(const std::vector<double>& values, std::size_t points);

/// Paints a curve without axes that fills `box`, with a dot at its last value. Paints nothing for fewer than
/// two values.
void paint_sparkline(QPainter& painter, const QRectF& box, const std::vector<double>& values,
                     const QColor& color);

} // namespace tunedesk::ui
