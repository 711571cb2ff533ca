// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/series.h"

#include <QObject>

class QCustomPlot;
class QPointF;

namespace tunedesk::ui {

class PlotCurves;

/// The axes of a chart and the visible range of its curves: everything, until the user zooms or moves by
/// wheel, keys or a rectangle. Thread rule: the window's.
class PlotAxes : public QObject {
    Q_OBJECT

public:
    enum class Unit { plain, bytes }; ///< unit of the values

    /// Handles the chart's wheel and key events.
    explicit PlotAxes(QCustomPlot& chart, QObject* parent = nullptr);

    void set_unit(Unit unit);
    Unit unit() const { return unit_; }
    void set_by(Timeline::By by);
    Timeline::By by() const { return by_; }
    void set_log_values(bool on);
    void set_log_places(bool on);
    bool log_values() const;
    bool log_places() const;
    /// Shows everything and follows new values.
    void reset();
    /// Call when the user has chosen the visible range.
    void take_over();
    /// False after the user zoomed or moved the view.
    bool follows() const { return follows_; }
    /// Adjusts the axes to all curves.
    void fit(const PlotCurves& curves);

Q_SIGNALS:
    /// Emitted when the chart must be redrawn.
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void set_tickers();
    bool key_pressed(int key);
    void wheel_turned(double degrees, const QPointF& at, bool values);

    QCustomPlot& chart_;
    Timeline::By by_ = Timeline::By::step;
    Unit unit_ = Unit::plain;
    bool follows_ = true;
};

/// A value as text for labels and the cross-hair.
QString value_text(double value, PlotAxes::Unit unit);

} // namespace tunedesk::ui
