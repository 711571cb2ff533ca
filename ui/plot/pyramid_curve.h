// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"
#include "ui/plot/series.h"
#include "ui/plot/span_canvas.h"

#include "ui/plot/qcp.h"
#include <QPolygonF>

namespace tunedesk::ui {

/// The data of a PyramidCurve.
struct CurveData {
    std::shared_ptr<const Timeline> timeline;
    std::shared_ptr<const Series> raw;
    /// drawn over the raw values, which are then faint; may have fewer values
    const Series* smoothed = nullptr;
};

/// A curve in a QCustomPlot, drawn from the pyramid at a cost proportional to pixels: few values as a line,
/// else one vertical span per pixel from minimum to maximum (drawn by DenseCurves). Isolated values are drawn
/// as dots, NaN as crosses and infinities as triangles at the edge. Owned by its plot. Window's thread.
class PyramidCurve : public QCPAbstractPlottable {
    Q_OBJECT

public:
    PyramidCurve(QCPAxis* key_axis, QCPAxis* value_axis);

    CurveData data;
    Timeline::By by = Timeline::By::step;
    QColor colour;
    Qt::PenStyle line = Qt::SolidLine; ///< of the smoothed values, if any, else of the values
    FigureColours colours;
    bool with_points = false; ///< a dot for each value: sparse curves

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain = QCP::sdBoth,
                           const QCPRange& keys = QCPRange()) const override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    friend class DenseCurves;

    /// Indices [first, last) of the visible values, with one neighbor on each side.
    struct InView {
        std::size_t first = 0, last = 0;
        bool is_dense = false; ///< drawn as spans because there are many values
    };
    InView in_view(const Series& series) const;
    /// The spans of a dense series, `per_pixel` columns per pixel of the plot, from the left of its area; in
    /// columns from the area's top.
    const std::vector<ColumnSpan>& spans_of(const Series& series, double per_pixel, double thickness);
    void bridge(std::size_t from, const ColumnSpan& left, std::size_t to, const ColumnSpan& right,
                float half);
    QColor colour_of(const Series& series) const;
    Qt::PenStyle line_of(const Series& series) const;

    void draw_values(QCPPainter* painter, const Series& series, const InView& part);
    void draw_marks(QCPPainter* painter, const Series& series, const InView& part);
    const Column<double>& places() const { return data.timeline->places(by); }
    double value_pixel(double value) const;

    std::vector<double> edges_; ///< reused between redraws to avoid allocation, as the next four
    std::vector<Bin> bins_;
    std::vector<ColumnSpan> spans_;
    QVector<QLineF> segments_;
    QPolygonF line_;
};

/// Draws the dense curves of a plot on one canvas below the others: on the screen at a cost proportional to
/// pixels, in vector files as lines. Owned by its plot. Window's thread.
class DenseCurves : public QCPLayerable {
    Q_OBJECT

public:
    explicit DenseCurves(QCustomPlot* plot);

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    QRect clipRect() const override { return mParentPlot->axisRect()->rect(); }

private:
    SpanCanvas canvas_;
};

} // namespace tunedesk::ui
