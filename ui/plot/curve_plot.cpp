#include "ui/plot/curve_plot.h"

#include "ui/plot/plot_overlays.h"
#include "ui/plot/pyramid_curve.h"
#include "ui/plot/run_colours.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

constexpr std::size_t smoothed_at_once = 500'000; ///< a few milliseconds' worth

} // namespace

CurvePlot::CurvePlot(const QString& title, QWidget* parent, RedrawClock* clock)
    : QWidget(parent), title_(title), clock_(clock ? clock : new RedrawClock(this)), chart_(new QCustomPlot) {
    build_header(title);
    set_up_chart();
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
    connect(&run_colour_changes(), &RunColourChanges::changed, this, &CurvePlot::recolour);
}

CurvePlot::~CurvePlot() = default;

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
    connect(zoomed_, &QToolButton::clicked, this, &CurvePlot::reset_view);
    menu_button_ = new QToolButton;
    menu_button_->setText(QStringLiteral("⋯"));
    menu_button_->setAutoRaise(true);
    menu_button_->setPopupMode(QToolButton::InstantPopup);
    menu_button_->setAccessibleName(tr("Actions of the plot %1").arg(title));
    menu_button_->setToolTip(tr("Axes, colours, export"));
    menu_ = new QMenu(this);
    menu_button_->setMenu(menu_);
    connect(menu_, &QMenu::aboutToShow, this, &CurvePlot::fill_menu);
}

void CurvePlot::set_up_chart() {
    chart_->setFocusPolicy(Qt::StrongFocus);
    chart_->setLocale(QLocale::c()); // 5e-05 as presets and logs write it, not 5E-05
    chart_->setAccessibleName(title_);
    chart_->setToolTip({});
    chart_->setMinimumSize(200, 120);
    chart_->setSelectionRectMode(QCP::srmZoom);
    chart_->setInteractions(QCP::iRangeDrag);
    chart_->setNoAntialiasingOnDrag(true);
    chart_->setContextMenuPolicy(Qt::CustomContextMenu);
    chart_->axisRect()->setMinimumMargins({8, 6, 22, 4});
    chart_->installEventFilter(this);
    chart_->legend->setVisible(false);
    chart_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
    for (QCPAxis* axis : {chart_->xAxis, chart_->yAxis}) {
        axis->setNumberPrecision(5);
        axis->setSubTicks(false);
        axis->setTickLength(0, 3);
    }
    cross_hair_ = new CrossHair(chart_);
    mark_lines_ = new MarkLines(chart_);
    new DenseCurves(chart_); // the chart's
    set_tickers();
    connect(chart_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        fill_menu();
        menu_->exec(chart_->mapToGlobal(at));
    });
    connect(chart_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        const double place = chart_->xAxis->pixelToCoord(event->position().x());
        show_cross_hair(place);
        Q_EMIT cross_hair_moved(place);
    });
    connect(chart_, &QCustomPlot::mouseDoubleClick, this, &CurvePlot::reset_view);
    connect(chart_->selectionRect(), &QCPSelectionRect::accepted, this, &CurvePlot::view_was_changed);
    connect(chart_, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        chart_->setSelectionRectMode(event->modifiers() & Qt::ShiftModifier ? QCP::srmNone : QCP::srmZoom);
        if (event->modifiers() & Qt::ShiftModifier) set_follows(false);
    });
}

void CurvePlot::insert(const Curve& curve) {
    Entry entry{curve, new PyramidCurve(chart_->xAxis, chart_->yAxis), nullptr};
    entry.shown->setName(curve.name);
    entry.shown->data = {curve.timeline, curve.series, nullptr};
    entry.shown->with_points = curve.points;
    entry.shown->by = by_;
    if (curve.smooth && smoothing_ > 0) entry.smoothed = std::make_unique<Smoothed>(smoothing_);
    entries_.push_back(std::move(entry));
    entries_.back().shown->colour = colour_of(entries_.back());
    entries_.back().shown->addToLegend();
    chart_->legend->setVisible(entries_.size() > 1);
}

std::size_t CurvePlot::add_curve(const Curve& curve) {
    insert(curve);
    apply(FigureColours::of(palette()));
    data_changed();
    return entries_.size() - 1;
}

void CurvePlot::set_curves(const std::vector<Curve>& curves) {
    remove_curves();
    for (const Curve& curve : curves)
        insert(curve);
    apply(FigureColours::of(palette()));
}

void CurvePlot::remove_curves() {
    entries_.clear();
    chart_->clearPlottables();
    chart_->legend->setVisible(false);
    data_changed();
}

QColor CurvePlot::colour_of(const Entry& entry) const {
    if (entry.curve.colour.isValid()) return entry.curve.colour;
    if (!entry.curve.run.empty()) return run_colour(entry.curve.run);
    const auto& choices = run_colour_choices();
    return choices[static_cast<std::size_t>(&entry - entries_.data()) % choices.size()];
}

void CurvePlot::recolour() {
    for (Entry& entry : entries_)
        entry.shown->colour = colour_of(entry);
    data_changed();
}

void CurvePlot::set_marks(std::vector<PlotMark> marks) {
    mark_lines_->marks = std::move(marks);
    data_changed();
}

void CurvePlot::set_legend_at_bottom() {
    chart_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignBottom | Qt::AlignRight);
}

void CurvePlot::data_changed() {
    stale_ = true;
    if (isVisible()) clock_->request(this, [this] { redraw(); });
}

void CurvePlot::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (stale_) clock_->request(this, [this] { redraw(); });
}

bool CurvePlot::smooth_some() {
    bool complete = true;
    for (Entry& entry : entries_) {
        entry.shown->data.smoothed = nullptr;
        if (!entry.smoothed) continue;
        complete &= entry.smoothed->catch_up(*entry.curve.series, smoothed_at_once);
        entry.shown->data.smoothed = &entry.smoothed->series();
    }
    return complete;
}

void CurvePlot::redraw() {
    stale_ = !smooth_some();
    if (follows_) fit();
    chart_->replot(QCustomPlot::rpQueuedRefresh);
    show_last_value();
    if (stale_) clock_->request(this, [this] { redraw(); });
}

void CurvePlot::set_smoothing(double weight) {
    if (weight == smoothing_) return;
    smoothing_ = weight;
    for (Entry& entry : entries_)
        entry.smoothed = entry.curve.smooth && weight > 0 ? std::make_unique<Smoothed>(weight) : nullptr;
    smooth_some();
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
    QColor veil = colours.background; // the curves behind show through
    veil.setAlpha(200);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    chart_->legend->setBrush(QBrush(veil));
    chart_->legend->setBorderPen(QPen(colours.grid));
    chart_->legend->setTextColor(colours.text);
    chart_->legend->setFont(small);
    chart_->legend->setRowSpacing(0);
    chart_->legend->setMargins({6, 3, 6, 3});
    chart_->legend->setIconSize(20, 10);
    chart_->selectionRect()->setPen(QPen(colours.text, 1, Qt::DashLine));
    cross_hair_->colours = colours;
    mark_lines_->colours = colours;
    for (Entry& entry : entries_)
        entry.shown->colours = colours;
}

} // namespace tunedesk::ui
