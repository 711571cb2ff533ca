// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/series.h"

#include <QColor>
#include <QString>
#include <memory>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// One curve of a CurvePlot. The timeline and the series may grow; announce it with data_changed().
struct Curve {
    QString name;        ///< as legend and cross-hair call it
    std::string run;     ///< the folder of its run; gives the colour. Empty: no run's
    QColor colour;       ///< invalid: the run's, else the next of the run colours
    bool smooth = false; ///< shown smoothed (set_smoothing), with the raw values faint behind
    bool points = false; ///< a dot for each value: for sparse curves like validation
    std::shared_ptr<const Timeline> timeline;
    std::shared_ptr<const Series> series;
};

/// run, curve, step, epoch, seconds, value: a row for each value that was measured.
QByteArray curves_csv(const std::vector<Curve>& curves);

} // namespace tunedesk::ui
