// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/curve_plot.h"

#include "base/text.h"
#include "ui/plot/legend/curve_legend.h"
#include "ui/plot/plot_menu.h"
#include "ui/plot/plot_overlays.h"
#include "ui/plot/pyramid_curve.h"
#include "ui/plot/run_colours.h"
#include "ui/style/icons.h"
#include "ui/widgets/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <iterator>

namespace tunedesk::ui {

CurvePlot::CurvePlot(const QString& title, QWidget* parent, RedrawClock* clock)
    : QWidget(parent), title_(title), clock_(clock ? clock : new RedrawClock(this)), chart_(new QCustomPlot),
      curves_(*chart_) {
    set_up_chart();
    build_header(title);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* header = new QHBoxLayout;
    header->setContentsMargins(4, 0, 0, 0);
    header->addWidget(heading_);
    header->addStretch(1);
    header->addWidget(zoomed_);
    header->addWidget(last_value_);
    header->addWidget(menu_button_);
    column->addLayout(header);
    column->addWidget(chart_, 1);
    apply(FigureColours::of(palette()));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&run_colour_changes(), &RunColourChanges::changed, this, [this] {
        curves_.recolour();
        data_changed();
    });
}

void CurvePlot::build_header(const QString& title) {
    heading_ = new QLabel(title);
    QFont bold = heading_->font();
    bold.setBold(true);
    heading_->setFont(bold);
    last_value_ = new QLabel;
    zoomed_ = new QToolButton;
    zoomed_->setText(tr("Zoomed · Reset"));
    zoomed_->setToolTip(tr("The plot shows a part. Click to show everything and follow the run (Home)."));
    zoomed_->setAccessibleName(tr("Reset the zoom of the plot %1").arg(title));
    zoomed_->setAutoRaise(true);
    zoomed_->setFocusPolicy(Qt::StrongFocus);
    zoomed_->hide();
    connect(zoomed_, &QToolButton::clicked, axes_, &PlotAxes::reset);
    menu_button_ = new QToolButton;
    menu_button_->setIcon(style::icon(QStringLiteral("more")));
    menu_button_->setAutoRaise(true);
    menu_button_->setPopupMode(QToolButton::InstantPopup);
    menu_button_->setAccessibleName(tr("Actions of the plot %1").arg(title));
    menu_button_->setToolTip(tr("Axes, colours, export"));
    menu_ = new QMenu(this);
    menu_button_->setMenu(menu_);
    connect(menu_, &QMenu::aboutToShow, this, [this] { fill_plot_menu(*menu_, *this); });
}

void CurvePlot::set_up_chart() {
    chart_->setFocusPolicy(Qt::StrongFocus);
    chart_->setLocale(QLocale::c()); // 5e-05 as in presets and logs, not 5E-05
    chart_->setAccessibleName(title_);
    chart_->setToolTip({});
    chart_->setMinimumSize(200, 120);
    chart_->setSelectionRectMode(QCP::srmZoom);
    chart_->setInteractions(QCP::iRangeDrag);
    chart_->setNoAntialiasingOnDrag(true);
    chart_->setContextMenuPolicy(Qt::CustomContextMenu);
    chart_->axisRect()->setMinimumMargins({8, 6, 22, 4});
    chart_->installEventFilter(this);
    chart_->setAutoAddPlottableToLegend(false); // the chart's own legend would cover curves
    legend_ = new CurveLegend(chart_);
    chart_->plotLayout()->setRowSpacing(0);
    chart_->plotLayout()->insertRow(0);
    chart_->plotLayout()->addElement(0, 0, legend_);
    for (QCPAxis* axis : {chart_->xAxis, chart_->yAxis}) {
        axis->setNumberPrecision(5);
        axis->setSubTicks(false);
        axis->setTickLength(0, 3);
    }
    cross_hair_ = new CrossHair(chart_);
    mark_lines_ = new MarkLines(chart_);
    new DenseCurves(chart_); // owned by the chart
    connect(chart_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        fill_plot_menu(*menu_, *this);
        menu_->exec(chart_->mapToGlobal(at));
    });
    connect(chart_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        const double place = chart_->xAxis->pixelToCoord(event->position().x());
        show_cross_hair(place);
        Q_EMIT cross_hair_moved(place);
    });
    axes_ = new PlotAxes(*chart_, this);
    connect(axes_, &PlotAxes::changed, this, [this] {
        zoomed_->setVisible(!axes_->follows());
        data_changed();
    });
    connect(chart_, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        chart_->setSelectionRectMode(event->modifiers() & Qt::ShiftModifier ? QCP::srmNone : QCP::srmZoom);
        if (event->modifiers() & Qt::ShiftModifier) axes_->take_over();
    });
}

void CurvePlot::add_curve(const Curve& curve) {
    curves_.add(curve);
    apply(FigureColours::of(palette()));
    data_changed();
}

void CurvePlot::set_curves(const std::vector<Curve>& curves) {
    curves_.clear();
    for (const Curve& curve : curves)
        curves_.add(curve);
    apply(FigureColours::of(palette()));
    data_changed();
}

void CurvePlot::set_marks(std::vector<PlotMark> marks) {
    mark_lines_->marks = std::move(marks);
    data_changed();
}

void CurvePlot::data_changed() {
    stale_ = true;
    if (isVisible()) clock_->request(this, [this] { redraw(); });
}

void CurvePlot::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (stale_) clock_->request(this, [this] { redraw(); });
}

void CurvePlot::redraw() {
    stale_ = !curves_.smooth_some();
    if (axes_->follows()) axes_->fit(curves_);
    chart_->replot(QCustomPlot::rpQueuedRefresh);
    last_value_->setText(curves_.last_value(axes_->unit()));
    if (stale_) clock_->request(this, [this] { redraw(); });
}

void CurvePlot::set_smoothing(double weight) {
    if (weight == smoothing_) return;
    smoothing_ = weight;
    curves_.set_smoothing(weight);
    data_changed();
}

void CurvePlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    apply(FigureColours::of(palette()));
    data_changed();
}

void CurvePlot::apply(const FigureColours& colours) {
    paint_axes(*chart_, colours, font());
    legend_->font = font();
    legend_->font.setPointSizeF(font().pointSizeF() * 0.9);
    legend_->colours = colours;
    chart_->selectionRect()->setPen(QPen(colours.text, 1, Qt::DashLine));
    cross_hair_->colours = colours;
    mark_lines_->colours = colours;
    curves_.apply(colours);
}

void CurvePlot::set_by(Timeline::By by) {
    mark_lines_->by = by;
    curves_.set_by(by);
    show_cross_hair(std::nullopt);
    axes_->set_by(by);
}

QStringList CurvePlot::values_at(double place) const {
    return curves_.values_at(place, axes_->unit());
}

void CurvePlot::show_cross_hair(std::optional<double> place) {
    if (!place && !cross_hair_->place) return;
    cross_hair_->place = place;
    cross_hair_->lines.clear();
    cross_hair_->swatches.clear();
    if (place) {
        const QString heading = axes_->by() == Timeline::By::step ? tr("step %1").arg(std::llround(*place))
                                : axes_->by() == Timeline::By::epoch
                                    ? tr("epoch %1").arg(QString::number(*place, 'g', 5))
                                    : to_qt(human_duration(*place));
        cross_hair_->lines << heading << values_at(*place);
        cross_hair_->swatches.emplace_back();
        std::ranges::copy(curves_.colours_at(*place), std::back_inserter(cross_hair_->swatches));
        cross_hair_->swatches.resize(static_cast<std::size_t>(cross_hair_->lines.size()));
        cross_hair_->lines << mark_lines_->near(*place);
    }
    cross_hair_->replot();
}

bool CurvePlot::eventFilter(QObject* watched, QEvent* event) {
    if (watched == chart_ && event->type() == QEvent::Leave) {
        show_cross_hair(std::nullopt);
        Q_EMIT cross_hair_moved(std::nullopt);
    }
    return QWidget::eventFilter(watched, event);
}

QByteArray CurvePlot::render(const QString& suffix, QSize size) {
    while (!curves_.smooth_some()) {
    }
    if (axes_->follows()) axes_->fit(curves_);
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

} // namespace tunedesk::ui
