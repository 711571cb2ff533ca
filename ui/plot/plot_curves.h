// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/curve.h"
#include "ui/plot/plot_axes.h"
#include "ui/plot/smoothing.h"

#include <QStringList>
#include <optional>
#include <set>
#include <utility>

class QCustomPlot;

namespace tunedesk::ui {

class PyramidCurve;
struct FigureColours;

/// The range of a plot's curves, from minimum to maximum.
struct PlotExtent {
    std::optional<std::pair<double, double>> places, values;
    bool has_points = false; ///< curves with dots, which need a margin
};

/// The curves of a chart with their colors and smoothed values, and the values at a position. Does not
/// redraw. Thread rule: the window's.
class PlotCurves {
public:
    explicit PlotCurves(QCustomPlot& chart) : chart_(chart) {}

    void add(const Curve& curve);
    void clear();
    std::size_t size() const { return entries_.size(); }
    void set_by(Timeline::By by);
    /// TensorBoard's smoothing weight in [0, 1); 0: none.
    void set_smoothing(double weight);
    /// Smooths missing values for a few milliseconds; false if some are left.
    bool smooth_some();
    /// Updates the colors after those of runs have changed.
    void recolour();
    void apply(const FigureColours& colours);

    PlotExtent extent(bool log_places, bool log_values) const;
    /// One line per curve ("loss 0.3188").
    QStringList values_at(double place, PlotAxes::Unit unit) const;
    /// The colors of the curves in values_at().
    std::vector<QColor> colours_at(double place) const;
    /// The last value of the first curve; empty if the curves are of several runs.
    QString last_value(PlotAxes::Unit unit) const;
    /// The runs that determine curves' colors.
    std::set<std::string> runs() const;
    /// Copies of the curves, which another thread may read while the run continues.
    std::vector<Curve> snapshot() const;

private:
    struct Entry {
        Curve curve;
        PyramidCurve* shown = nullptr; ///< owned by the chart
        std::unique_ptr<Smoothed> smoothed;
    };

    QColor colour_of(const Entry& entry) const;
    void apply_look(Entry& entry) const;

    QCustomPlot& chart_;
    std::vector<Entry> entries_;
    Timeline::By by_ = Timeline::By::step;
    double smoothing_ = 0;
};

} // namespace tunedesk::ui
