// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/curve_plot.h"
#include "ui/plot/figure.h"

#include "ui/plot/qcp.h"

namespace tunedesk::ui {

/// The vertical lines of a plot's marks: those that would stand closer than a few pixels are left out. Owned
/// by its plot's widget. Window's thread.
class MarkLines : public QCPLayerable {
    Q_OBJECT

public:
    explicit MarkLines(QCustomPlot* plot) : QCPLayerable(plot), colours(FigureColours::paper()) {
        setLayer("grid");
    }

    std::vector<PlotMark> marks;
    Timeline::By by = Timeline::By::step;
    FigureColours colours;

    /// The texts of the marks within some pixels of a place.
    QStringList near(double place) const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    QRect clipRect() const override { return mParentPlot->axisRect()->rect(); }

private:
    double pixel(const PlotMark& mark) const;
};

/// A line at a place with a box of values, on a layer of its own, so that moving it redraws nothing else.
class CrossHair : public QCPLayerable {
    Q_OBJECT

public:
    explicit CrossHair(QCustomPlot* plot);

    std::optional<double> place;
    QStringList lines;            ///< the first is the heading
    std::vector<QColor> swatches; ///< one a line; invalid: none
    FigureColours colours;

    void replot();
    /// Where a box of this size is wholly in the plot, at a side of the line at x where there is room.
    QRectF box_beside(double x, QSizeF size) const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    QRect clipRect() const override { return mParentPlot->viewport(); }

private:
    void draw_box(QCPPainter* painter, double x) const;
};

} // namespace tunedesk::ui
