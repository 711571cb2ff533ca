// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"
#include "ui/plot/series.h"
#include "ui/plot/span_canvas.h"

#include "ui/plot/qcp.h"
#include <QPolygonF>

namespace tunedesk::ui {

/// What a PyramidCurve shows.
struct CurveData {
    std::shared_ptr<const Timeline> timeline;
    std::shared_ptr<const Series> raw;
    const Series* smoothed = nullptr; ///< drawn over the raw values, which are then faint; may lag behind
};

/// A curve in a QCustomPlot, drawn from the pyramid at a cost of pixels: single values as a line where they
/// are few, else one vertical span a pixel from the least to the greatest (DenseCurves draws those). Values
/// without neighbours show as dots, NaN as crosses and infinities as triangles at the edge. Owned by its
/// plot. Window's thread.
class PyramidCurve : public QCPAbstractPlottable {
    Q_OBJECT

public:
    PyramidCurve(QCPAxis* key_axis, QCPAxis* value_axis);

    CurveData data;
    Timeline::By by = Timeline::By::step;
    QColor colour;
    Qt::PenStyle line = Qt::SolidLine; ///< of the smoothed values, where there are such; else of the values
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

    /// Indices [first, last) of the values in view, with one neighbour at each side.
    struct InView {
        std::size_t first = 0, last = 0;
        bool is_dense = false; ///< so many that spans show them
    };
    InView in_view(const Series& series) const;
    /// The spans of a dense series, `per_pixel` columns a pixel of the plot, from the left of its area; in
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

    std::vector<double> edges_; ///< kept between redraws, as the next four, to spare their memory
    std::vector<Bin> bins_;
    std::vector<ColumnSpan> spans_;
    QVector<QLineF> segments_;
    QPolygonF line_;
};

/// Draws the dense curves of a plot, all on one canvas below the others: on the screen at a cost of pixels,
/// in vector files as lines. Owned by its plot. Window's thread.
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
