// A CurvePlot's menu, and the files it is saved as.

#include "base/text.h"
#include "ui/plot/curve_plot.h"
#include "ui/plot/plot_overlays.h"
#include "ui/plot/pyramid_curve.h"
#include "ui/plot/run_colours.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text.h"

#include <QMenu>
#include <set>

namespace tunedesk::ui {

void CurvePlot::choose_colour(const std::string& run) {
    ask_run_colour(run, this);
}

void CurvePlot::fill_menu() {
    menu_->clear();
    menu_->addAction(tr("Show everything"), this, &CurvePlot::reset_view);
    QAction* log_y = menu_->addAction(tr("Logarithmic values"));
    log_y->setCheckable(true);
    log_y->setChecked(log_values());
    connect(log_y, &QAction::toggled, this, &CurvePlot::set_log_values);
    QAction* log_x = menu_->addAction(tr("Logarithmic horizontal axis"));
    log_x->setCheckable(true);
    log_x->setChecked(log_places());
    connect(log_x, &QAction::toggled, this, &CurvePlot::set_log_places);
    std::set<std::string> runs;
    for (const Entry& entry : entries_)
        if (!entry.curve.run.empty() && !entry.curve.colour.isValid()) runs.insert(entry.curve.run);
    if (!runs.empty()) menu_->addSeparator();
    for (const std::string& run : runs)
        menu_->addAction(tr("Colour of %1…").arg(menu_text(to_qt(fs::path(run).filename()))), this,
                         [this, run] { choose_colour(run); });
    menu_->addSeparator();
    export_actions(menu_);
}

QByteArray CurvePlot::render(const QString& suffix, QSize size) {
    while (!smooth_some()) {
    }
    if (follows_) fit();
    apply(FigureColours::paper());
    show_cross_hair(std::nullopt);
    chart_->plotLayout()->insertRow(0);
    auto* title = new QCPTextElement(chart_, title_, font());
    title->setTextColor(FigureColours::paper().text);
    chart_->plotLayout()->addElement(0, 0, title);
    const QByteArray bytes = render_figure(suffix, size, title_, [&](QPaintDevice* device) {
        QCPPainter painter;
        painter.begin(device);
        painter.setMode(QCPPainter::pmVectorized, suffix != u"png");
        painter.setMode(QCPPainter::pmNoCaching);
        chart_->toPainter(&painter, size.width(), size.height());
        painter.end();
    });
    chart_->plotLayout()->remove(title);
    chart_->plotLayout()->simplify();
    apply(FigureColours::of(palette()));
    data_changed();
    return bytes;
}

QByteArray CurvePlot::csv(const std::vector<Curve>& curves) {
    std::string table = "run,curve,step,epoch,seconds,value\n";
    for (const Curve& curve : curves) {
        const std::string names = csv_field(curve.run) + ',' + csv_field(curve.name.toStdString()) + ',';
        const std::size_t size = std::min(curve.timeline->size(), curve.series->size());
        for (std::size_t i = 0; i < size; ++i) {
            if (curve.series->is_missing(i)) continue;
            table += names;
            for (const auto by : {Timeline::By::step, Timeline::By::epoch, Timeline::By::seconds})
                table += shortest(curve.timeline->places(by)[i]) + ',';
            table += shortest((*curve.series)[i]) + '\n';
        }
    }
    return QByteArray::fromStdString(table);
}

void CurvePlot::export_actions(QMenu* menu) {
    FigureExport figure{title_, {}, true};
    figure.contents = [this](const QString& suffix) -> std::function<QByteArray()> {
        if (suffix != u"csv") return [bytes = render(suffix)] { return bytes; };
        std::vector<Curve> curves; // snapshots, which the other thread reads while the run continues
        for (const Entry& entry : entries_) {
            curves.push_back(entry.curve);
            curves.back().timeline = std::make_shared<Timeline>(*entry.curve.timeline);
            curves.back().series = std::make_shared<Series>(*entry.curve.series);
        }
        return [curves] { return csv(curves); };
    };
    add_export_actions(menu, this, figure);
}

} // namespace tunedesk::ui
