// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/legend/curve_legend.h"

#include "ui/plot/pyramid_curve.h"

#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr double side_margin = 8, top_margin = 3;
constexpr double most_of_chart = 0.25; ///< fraction of its height

} // namespace

std::vector<const PyramidCurve*> CurveLegend::curves() const {
    std::vector<const PyramidCurve*> all;
    for (int i = 0; i < mParentPlot->plottableCount(); ++i)
        if (const auto* curve = qobject_cast<const PyramidCurve*>(mParentPlot->plottable(i)))
            all.push_back(curve);
    if (all.size() < 2) all.clear();
    return all;
}

LegendFlow CurveLegend::flow() const {
    QStringList names;
    for (const PyramidCurve* curve : curves())
        names << curve->name();
    const QRect chart = mParentPlot->viewport();
    const QFontMetricsF metrics(font);
    return {names, metrics, chart.width() - 2 * side_margin,
            LegendFlow::rows_in(chart.height(), most_of_chart, metrics)};
}

QSize CurveLegend::minimumOuterSizeHint() const {
    const double height = flow().height();
    return {0, height > 0 ? static_cast<int>(std::ceil(height + top_margin)) : 0};
}

QSize CurveLegend::maximumOuterSizeHint() const {
    return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()};
}

void CurveLegend::draw(QCPPainter* painter) {
    painter->setFont(font);
    const std::vector<const PyramidCurve*> shown = curves();
    flow().draw(*painter, rect().topLeft() + QPointF(side_margin, top_margin), colours.text,
                [&](std::size_t entry, const QRectF& box) {
                    painter->setAntialiasing(true);
                    shown[entry]->drawLegendIcon(painter, box);
                });
}

} // namespace tunedesk::ui
