// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/rate_search.h"

#include <QWidget>

class QCPItemRect;
class QCPItemStraightLine;
class QCPItemText;
class QCustomPlot;

namespace tunedesk::ui {

/// A search for a learning rate: the loss of each step over its learning rate, on a logarithmic axis, the
/// smoothed losses, where trials at constant rates ended, a line at the suggested rate in the shaded band of
/// usable ones, and the rates that diverge shaded. Follows the palette. Thread rule: the window's.
class LearningRatePlot : public QWidget {
    Q_OBJECT

public:
    explicit LearningRatePlot(QWidget* parent = nullptr);

    void show_search(const run::RateSearch& search);
    /// The shaded rates, where there are some.
    std::optional<std::pair<double, double>> usable_band() const;
    std::optional<double> divergence() const;
    QCustomPlot& chart() { return *chart_; }

    QSize minimumSizeHint() const override { return {360, 220}; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void apply_colours();
    void show_band(QCPItemRect* band, std::optional<std::pair<double, double>> rates);

    QCustomPlot* chart_;
    QCPItemRect *usable_, *diverging_; ///< the chart's
    QCPItemStraightLine* line_;        ///< the chart's, as is the label
    QCPItemText* label_;
};

} // namespace tunedesk::ui
