// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QRectF>
#include <QStringList>
#include <optional>
#include <vector>

class QFontMetricsF;
class QPainter;
class QPen;

namespace tunedesk::ui {

/// An axis of a parallel plot. Places are from 0, its lower end, to 1.
struct ParallelAxis {
    struct Tick {
        double at = 0;
        QString text;
    };
    QString title;
    std::vector<Tick> ticks; ///< from below
};

/// What is on every axis at one place, or at none.
struct ParallelLine {
    QString name, text;                    ///< `text`: the tool tip of the line
    QString id;                            ///< what clicked() has
    std::vector<std::optional<double>> at; ///< one an axis
};

/// Parallel coordinates as they are drawn. Every line has a place, or none, for each axis.
struct ParallelDrawing {
    std::vector<ParallelAxis> axes;
    std::vector<ParallelLine> lines;
    bool less_is_better = false;        ///< the lower end of the last axis is the better one
    std::vector<std::size_t> order;     ///< of the lines, by their places on the last axis, the best last
    std::optional<std::size_t> current; ///< the line that stands out

    struct Layout {
        double left = 0, step = 0, top = 0, bottom = 0; ///< the first axis, the distance, the ends
        QPointF point(std::size_t axis, double at) const {
            return {left + step * static_cast<double>(axis), bottom + (top - bottom) * at};
        }
    };
    Layout lay_out(const QRectF& area, const QFontMetricsF& metrics) const;
    /// The line that is nearest to a position, within some pixels.
    std::optional<std::size_t> line_at(const Layout& layout, const QPointF& position) const;
    void sort();
    void draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const;

private:
    QColor color_of(std::optional<double> place, const FigureColours& colours) const;
    void draw_line(QPainter& painter, const Layout& layout, std::size_t line, const QPen& pen) const;
    void draw_lines(QPainter& painter, const Layout& layout, const FigureColours& colours) const;
    void draw_axis(QPainter& painter, const Layout& layout, std::size_t axis,
                   const FigureColours& colours) const;
    void draw_ticks(QPainter& painter, const Layout& layout, std::size_t axis,
                    const FigureColours& colours) const;
};

} // namespace tunedesk::ui
