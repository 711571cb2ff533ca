#pragma once

#include "ui/plot/figure.h"

#include <QPointF>
#include <QRectF>
#include <QVector>
#include <QWidget>
#include <vector>

namespace tunedesk::ui {

/// A curve of two shares.
struct RateCurve {
    QString name; ///< in the legend, empty: not there
    QVector<QPointF> points;
    QColor colour;
    bool steps = false;   ///< drawn as steps (each value holds until the next place)
    bool markers = false; ///< a dot at each point
};

/// Curves over the unit square: ROC, precision-recall, calibration. Curves of a hundred thousand points are
/// thinned to what a screen can show.
class RatePlot : public QWidget {
    Q_OBJECT

public:
    enum class Reference { none, diagonal };

    explicit RatePlot(QWidget* parent = nullptr);

    void set_title(const QString& title, const QString& x_label, const QString& y_label,
                   Reference reference = Reference::none);
    void set_curves(std::vector<RateCurve> curves);
    const std::vector<RateCurve>& curves() const { return curves_; }

    /// Paints the plot; also what a file of it shows.
    void draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const;
    QByteArray render(const QString& suffix, QSize size = {520, 460}) const;
    QByteArray csv() const;

    QSize sizeHint() const override { return {360, 320}; }
    QSize minimumSizeHint() const override { return {200, 180}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void draw_axes(QPainter& painter, const QRectF& square, const FigureColours& colours) const;
    void draw_curve(QPainter& painter, const QRectF& square, const RateCurve& curve,
                    const FigureColours& colours) const;
    void draw_legend(QPainter& painter, const QRectF& square, const FigureColours& colours) const;

    QString title_, x_label_, y_label_;
    Reference reference_ = Reference::none;
    std::vector<RateCurve> curves_;
};

} // namespace tunedesk::ui
