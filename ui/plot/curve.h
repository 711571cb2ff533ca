// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/series.h"

#include <QColor>
#include <QString>
#include <memory>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// One curve of a CurvePlot. The timeline and the series may grow; call data_changed() afterwards.
struct Curve {
    QString name;        ///< in the legend and the cross-hair
    std::string run;     ///< the run's folder, which determines the color; empty: no run
    QColor colour;       ///< invalid: the run's color, else the next of the run colors
    bool smooth = false; ///< shown smoothed (set_smoothing), with the raw values faint behind
    bool points = false; ///< a dot for each value: for sparse curves like validation
    std::shared_ptr<const Timeline> timeline;
    std::shared_ptr<const Series> series;
};

/// CSV: run, curve, step, epoch, seconds, value; one row per measured value.
QByteArray curves_csv(const std::vector<Curve>& curves);

} // namespace tunedesk::ui
