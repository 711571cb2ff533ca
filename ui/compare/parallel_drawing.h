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

/// An axis of a parallel plot. Positions are from 0, its lower end, to 1.
struct ParallelAxis {
    struct Tick {
        double at = 0;
        QString text;
    };
    QString title;
    std::vector<Tick> ticks; ///< in ascending order
};

/// A line with its position on every axis; std::nullopt: no value there.
struct ParallelLine {
    QString name, text;                    ///< `text`: the line's tool tip
    QString id;                            ///< argument of clicked()
    std::vector<std::optional<double>> at; ///< one per axis
};

/// The geometry of parallel coordinates. Every line has one optional position per axis.
struct ParallelDrawing {
    std::vector<ParallelAxis> axes;
    std::vector<ParallelLine> lines;
    bool less_is_better = false;        ///< the lower end of the last axis is better
    std::vector<std::size_t> order;     ///< the lines by position on the last axis, the best last
    std::optional<std::size_t> current; ///< the highlighted line

    struct Layout {
        /// position of the first axis, distance of axes, their ends
        double left = 0, step = 0, top = 0, bottom = 0;
        QPointF point(std::size_t axis, double at) const {
            return {left + step * static_cast<double>(axis), bottom + (top - bottom) * at};
        }
    };
    Layout lay_out(const QRectF& area, const QFontMetricsF& metrics) const;
    /// The line nearest to a position, within some pixels; std::nullopt if there is none.
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
