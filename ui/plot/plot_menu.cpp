// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_menu.h"

#include "ui/plot/curve_plot.h"
#include "ui/plot/figure.h"
#include "ui/plot/run_colours.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text.h"

#include <QMenu>

namespace tunedesk::ui {

namespace {

void add_exports(QMenu& menu, CurvePlot& plot) {
    FigureExport figure{plot.title(), {}, true};
    figure.contents = [&plot](const QString& suffix) -> std::function<QByteArray()> {
        if (suffix != u"csv") return [bytes = plot.render(suffix)] { return bytes; };
        return [curves = plot.curves().snapshot()] { return curves_csv(curves); };
    };
    add_export_actions(&menu, &plot, figure);
}

} // namespace

void fill_plot_menu(QMenu& menu, CurvePlot& plot) {
    PlotAxes& axes = plot.axes();
    menu.clear();
    menu.addAction(CurvePlot::tr("Reset zoom"), &axes, &PlotAxes::reset);
    QAction* log_y = menu.addAction(CurvePlot::tr("Logarithmic values"));
    log_y->setCheckable(true);
    log_y->setChecked(axes.log_values());
    QObject::connect(log_y, &QAction::toggled, &axes, &PlotAxes::set_log_values);
    QAction* log_x = menu.addAction(CurvePlot::tr("Logarithmic horizontal axis"));
    log_x->setCheckable(true);
    log_x->setChecked(axes.log_places());
    QObject::connect(log_x, &QAction::toggled, &axes, &PlotAxes::set_log_places);
    const std::set<std::string> runs = plot.curves().runs();
    if (!runs.empty()) menu.addSeparator();
    for (const std::string& run : runs)
        menu.addAction(CurvePlot::tr("Colour of %1…").arg(menu_text(to_qt(fs::path(run).filename()))), &plot,
                       [&plot, run] { ask_run_colour(run, &plot); });
    menu.addSeparator();
    add_exports(menu, plot);
}

} // namespace tunedesk::ui
