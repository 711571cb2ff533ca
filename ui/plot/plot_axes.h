// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/series.h"

#include <QObject>

class QCustomPlot;
class QPointF;

namespace tunedesk::ui {

class PlotCurves;

/// Scales of a chart's axes, and the part of its curves that it shows: everything, until the user zooms or
/// moves by wheel, keys, or a rectangle. Thread rule: the window's.
class PlotAxes : public QObject {
    Q_OBJECT

public:
    enum class Unit { plain, bytes }; ///< of values

    /// Takes the chart's wheel and keys.
    explicit PlotAxes(QCustomPlot& chart, QObject* parent = nullptr);

    void set_unit(Unit unit);
    Unit unit() const { return unit_; }
    void set_by(Timeline::By by);
    Timeline::By by() const { return by_; }
    void set_log_values(bool on);
    void set_log_places(bool on);
    bool log_values() const;
    bool log_places() const;
    /// Shows everything and follows what comes.
    void reset();
    /// The user has chosen what is shown.
    void take_over();
    /// False after the user zoomed or moved the view.
    bool follows() const { return follows_; }
    /// Shows all of the curves.
    void fit(const PlotCurves& curves);

Q_SIGNALS:
    /// What is shown is to be drawn again.
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

/// A value as labels and the cross-hair show it.
QString value_text(double value, PlotAxes::Unit unit);

} // namespace tunedesk::ui
