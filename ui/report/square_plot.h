// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QFontMetricsF>
#include <QPointF>
#include <QRectF>
#include <QStringList>
#include <QVector>
#include <QWidget>
#include <vector>

namespace tunedesk::ui {

/// A curve, or points, of two values in one range.
struct SquareCurve {
    QString name; ///< name in the legend; empty: no entry
    QVector<QPointF> points;
    QColor colour;
    bool steps = false;   ///< drawn as steps (each value holds until the next place)
    bool markers = false; ///< a dot at each point
    bool line = true;     ///< joined by a line; else dots alone
};

/// Curves over a square whose axes have one range, from 0 to 1 unless set otherwise: ROC,
/// precision-recall, calibration, true against predicted numbers. A hundred thousand points are thinned to
/// what a screen can show.
class SquarePlot : public QWidget {
    Q_OBJECT

public:
    enum class Reference { none, diagonal };

    explicit SquarePlot(QWidget* parent = nullptr);

    void set_title(const QString& title, const QString& x_label, const QString& y_label,
                   Reference reference = Reference::none);
    /// Sets the minimum range of both axes. Call before set_curves().
    void set_range(double least, double most);
    void set_curves(std::vector<SquareCurve> curves);
    const std::vector<SquareCurve>& curves() const { return curves_; }
    /// The tick labels of the axes, in ascending order.
    QStringList ticks_of_axes() const;

    /// Paints the plot, on screen and for files.
    void draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const;
    QByteArray render(const QString& suffix, QSize size = {520, 460}) const;
    QByteArray csv() const;

    QSize sizeHint() const override { return {360, 320}; }
    QSize minimumSizeHint() const override { return {200, 180}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QPointF placed(const QRectF& square, const QPointF& point) const;
    QVector<QPointF> thinned(const SquareCurve& curve) const;
    double tick(int index) const;
    QString tick_text(int index) const;
    double widest_tick(const QFontMetricsF& metrics) const;
    void draw_axes(QPainter& painter, const QRectF& square, const FigureColours& colours) const;
    void draw_curve(QPainter& painter, const QRectF& square, const SquareCurve& curve,
                    const FigureColours& colours) const;

    QString title_, x_label_, y_label_;
    Reference reference_ = Reference::none;
    double least_ = 0, most_ = 1;
    std::vector<SquareCurve> curves_;
};

} // namespace tunedesk::ui
