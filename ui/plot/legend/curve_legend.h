// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"
#include "ui/plot/legend/legend_flow.h"
#include "ui/plot/qcp.h"

#include <vector>

namespace tunedesk::ui {

class PyramidCurve;

/// The legend of a chart's curves, in a row of the chart's layout above its axes, so that it never covers a
/// curve. Empty for a single curve. Owned by the chart's layout. Window's thread.
class CurveLegend : public QCPLayoutElement {
    Q_OBJECT

public:
    explicit CurveLegend(QCustomPlot* chart) : QCPLayoutElement(chart), colours(FigureColours::paper()) {}

    FigureColours colours;
    QFont font;

    /// The layout of the entries for the chart's current size.
    LegendFlow flow() const;

    QSize minimumOuterSizeHint() const override;
    QSize maximumOuterSizeHint() const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    std::vector<const PyramidCurve*> curves() const;
};

} // namespace tunedesk::ui
