#pragma once

#include "ui/plot/figure.h"
#include "ui/plot/series.h"

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
/// are few, else one vertical stroke a pixel from the least to the greatest. Values without neighbours show
/// as dots, NaN as crosses and infinities as triangles at the edge. Owned by its plot. Window's thread.
class PyramidCurve : public QCPAbstractPlottable {
    Q_OBJECT

public:
    PyramidCurve(QCPAxis* key_axis, QCPAxis* value_axis);

    CurveData data;
    Timeline::By by = Timeline::By::step;
    QColor colour;
    FigureColours colours;
    bool with_points = false; ///< a dot for each value: sparse curves

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain = QCP::sdBoth,
                           const QCPRange& keys = QCPRange()) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    void draw_series(QCPPainter* painter, const Series& series, const QColor& line, bool with_marks);
    void draw_values(QCPPainter* painter, const Series& series, std::size_t first, std::size_t last);
    void draw_strokes(QCPPainter* painter);
    void draw_marks(QCPPainter* painter, const Series& series, std::size_t first, std::size_t last);
    const Column<double>& places() const { return data.timeline->places(by); }
    double value_pixel(double value) const;

    std::vector<double> edges_; ///< kept between redraws, as the next three, to spare their memory
    std::vector<Bin> bins_;
    QVector<QLineF> strokes_;
    QPolygonF line_;
};

} // namespace tunedesk::ui
