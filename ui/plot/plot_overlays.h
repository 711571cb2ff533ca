// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/curve_plot.h"
#include "ui/plot/figure.h"

#include "ui/plot/qcp.h"

namespace tunedesk::ui {

/// The vertical lines of a plot's marks, without those less than a few pixels apart. Owned by its plot's
/// widget. Window's thread.
class MarkLines : public QCPLayerable {
    Q_OBJECT

public:
    explicit MarkLines(QCustomPlot* plot) : QCPLayerable(plot), colours(FigureColours::paper()) {
        setLayer("grid");
    }

    std::vector<PlotMark> marks;
    Timeline::By by = Timeline::By::step;
    FigureColours colours;

    /// The labels of the marks within some pixels of a position.
    QStringList near(double place) const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    QRect clipRect() const override { return mParentPlot->axisRect()->rect(); }

private:
    double pixel(const PlotMark& mark) const;
};

/// A vertical line with a box of values, on its own layer, so that moving it redraws nothing else.
class CrossHair : public QCPLayerable {
    Q_OBJECT

public:
    explicit CrossHair(QCustomPlot* plot);

    std::optional<double> place;
    QStringList lines;            ///< the first is the heading
    std::vector<QColor> swatches; ///< one per line; invalid: none
    FigureColours colours;

    void replot();
    /// A rectangle of this size inside the plot, on a side of the line at x with enough space.
    QRectF box_beside(double x, QSizeF size) const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    QRect clipRect() const override { return mParentPlot->viewport(); }

private:
    void draw_box(QCPPainter* painter, double x) const;
};

} // namespace tunedesk::ui
