// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/plot_board.h"

#include "base/text.h"
#include "ui/plot/qcp.h"
#include "ui/plot/run_colours.h"
#include "ui/run/watch/event_strip.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QSlider>
#include <QToolButton>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int least_plot_width = 380, least_plot_height = 190;

/// A color different from the run's, for additional curves.
QColor beside(const QColor& own, std::size_t nth) {
    const auto& choices = run_colour_choices();
    const auto at = std::find(choices.begin(), choices.end(), own);
    const std::size_t begin = at == choices.end() ? 0 : static_cast<std::size_t>(at - choices.begin()) + 1;
    return choices[(begin + nth) % choices.size()];
}

QToolButton* make_back_button() {
    auto* back = new QToolButton;
    back->setText(PlotBoard::tr("All plots (Esc)"));
    back->setToolTip(PlotBoard::tr("Double-click a plot to show only it, and again to show all plots"));
    back->setFocusPolicy(Qt::StrongFocus);
    back->hide();
    return back;
}

} // namespace

bool has_figures(const std::shared_ptr<const Series>& series) {
    if (!series || series->size() == 0) return false;
    const Series::Extent extent = series->extent(0, series->size());
    return extent.marks != 0 || (extent.has_values() && !(extent.min == 0 && extent.max == 0));
}

PlotBoard::PlotBoard(QWidget* parent, bool compact)
    : QWidget(parent), clock_(new RedrawClock(this)), grid_(new QGridLayout) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    if (!compact) column->addWidget(make_controls());
    grid_->setSpacing(8);
    column->addLayout(grid_, 1);
    using Unit = PlotAxes::Unit;
    panels_ = {{"loss", tr("Loss"), {"loss"}, {"loss"}, {}},
               {"accuracy", tr("Accuracy and F1"), {"accuracy"}, {"*"}, {}},
               {"correlation", tr("Correlation"), {}, {"pearson", "spearman", "r2"}, {}},
               {"error", tr("Error"), {}, {"mae", "mse"}, {}},
               {"perplexity", tr("Perplexity"), {}, {"perplexity"}, {}},
               {"learning_rate", tr("Learning rate"), {"learning_rate"}, {}, {}},
               {"grad_norm", tr("Gradient norm"), {"grad_norm"}, {}, {}},
               {"throughput", tr("Throughput (tokens/s)"), {"tokens_per_second"}, {}, {}},
               {"memory", tr("Host memory"), {"rss_bytes"}, {}, {"rss_bytes"}, Unit::bytes},
               {"gpu_memory",
                tr("GPU memory"),
                {"gpu_allocated_bytes"},
                {},
                {"gpu_allocated_bytes", "run_bytes", "used_bytes"},
                Unit::bytes},
               {"gpu_load", tr("GPU load (%)"), {}, {}, {"load"}}};
    // The first two panels always exist.
    make_plot(panels_[0]);
    make_plot(panels_[1]);
    lay_out();
    // Additional colors depend on the run's color.
    connect(&run_colour_changes(), &RunColourChanges::changed, this, &PlotBoard::fill);
}

QWidget* PlotBoard::make_controls() {
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    by_ = new QComboBox;
    by_->addItems({tr("Step"), tr("Epoch"), tr("Time")});
    by_->setAccessibleName(tr("Horizontal axis"));
    smoothing_ = new QSlider(Qt::Horizontal);
    smoothing_->setRange(0, 99);
    smoothing_->setValue(static_cast<int>(weight_ * 100));
    smoothing_->setMinimumWidth(100);
    smoothing_->setMaximumWidth(200);
    smoothing_->setAccessibleName(tr("Smoothing"));
    auto* weight = new QLabel(QString::number(weight_, 'f', 2));
    log_ = new QCheckBox(tr("Logarithmic"));
    log_->setToolTip(tr("Logarithmic values in all plots"));
    back_ = make_back_button();
    escape_ =
        new QShortcut(QKeySequence(Qt::Key_Escape), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    escape_->setEnabled(false); // otherwise dialogs and menus of the page would not receive the key
    auto* reset = new QPushButton(tr("Reset zoom"));
    reset->setToolTip(tr("Undo all zooming and follow the run"));
    auto* by_label = new QLabel(tr("&Over"));
    by_label->setBuddy(by_);
    auto* smoothing_label = new QLabel(tr("S&moothing"));
    smoothing_label->setBuddy(smoothing_);
    row->addWidget(by_label);
    row->addWidget(by_);
    row->addSpacing(8);
    row->addWidget(smoothing_label);
    row->addWidget(smoothing_);
    row->addWidget(weight);
    row->addSpacing(8);
    row->addWidget(log_);
    row->addStretch(1);
    row->addWidget(back_);
    row->addWidget(reset);
    connect(by_, &QComboBox::currentIndexChanged, this, [this](int by) {
        for (CurvePlot* plot : plots())
            plot->set_by(static_cast<Timeline::By>(by));
    });
    connect(smoothing_, &QSlider::valueChanged, this, [this, weight](int hundredths) {
        weight->setText(QString::number(hundredths / 100.0, 'f', 2));
        set_smoothing(hundredths / 100.0);
    });
    connect(log_, &QCheckBox::toggled, this, [this](bool on) {
        for (CurvePlot* plot : plots())
            plot->axes().set_log_values(on);
    });
    connect(back_, &QToolButton::clicked, this, [this] { show_alone({}); });
    connect(escape_, &QShortcut::activated, this, [this] { show_alone({}); });
    connect(reset, &QPushButton::clicked, this, [this] {
        for (CurvePlot* plot : plots())
            plot->axes().reset();
    });
    return bar;
}

void PlotBoard::show_alone(const std::string& name) {
    alone_ = plot(name) ? name : std::string();
    if (back_) {
        back_->setVisible(!alone_.empty());
        escape_->setEnabled(!alone_.empty());
    }
    columns_ = 0;
    lay_out();
    if (CurvePlot* shown = plot(alone_)) shown->chart().setFocus();
}

void PlotBoard::show_step(double step) {
    if (by_ && by_->currentIndex() == 0)
        for (CurvePlot* each : plots())
            each->show_cross_hair(step);
}

bool PlotBoard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonDblClick)
        for (const Panel& panel : panels_)
            if (panel.plot && watched == &panel.plot->chart()) {
                show_alone(alone_.empty() ? panel.name : std::string());
                return true; // Home and the button reset the zoom
            }
    return QWidget::eventFilter(watched, event);
}

void PlotBoard::make_plot(Panel& panel) {
    auto* plot = new CurvePlot(panel.title, this, clock_);
    plot->setMinimumHeight(least_plot_height);
    plot->axes().set_unit(panel.unit);
    plot->set_smoothing(weight_);
    if (by_) plot->set_by(static_cast<Timeline::By>(by_->currentIndex()));
    if (log_) plot->axes().set_log_values(log_->isChecked());
    // The cross-hair is at the same position in all plots, to compare curves.
    connect(plot, &CurvePlot::cross_hair_moved, this, [this, plot](std::optional<double> place) {
        for (CurvePlot* other : plots())
            if (other != plot) other->show_cross_hair(place);
    });
    plot->chart().installEventFilter(this);
    panel.plot = plot;
}

std::vector<CurvePlot*> PlotBoard::plots() const {
    std::vector<CurvePlot*> made;
    for (const Panel& panel : panels_)
        if (panel.plot) made.push_back(panel.plot);
    return made;
}

CurvePlot* PlotBoard::plot(const std::string& name) const {
    for (const Panel& panel : panels_)
        if (panel.name == name) return panel.plot;
    return nullptr;
}

std::vector<std::string> PlotBoard::filled() const {
    std::vector<std::string> names;
    for (const Panel& panel : panels_)
        if (panel.plot && panel.plot->curves().size() > 0) names.push_back(panel.name);
    return names;
}

void PlotBoard::set_smoothing(double weight) {
    weight_ = weight;
    for (CurvePlot* plot : plots())
        plot->set_smoothing(weight);
}

void PlotBoard::show_history(const fs::path& run, std::shared_ptr<const RunHistory> history) {
    if (run != run_) {
        overlays_.clear();
        show_alone({});
        for (CurvePlot* plot : plots()) // a zoom refers to the steps of one run
            plot->axes().reset();
    }
    run_ = run;
    history_ = std::move(history);
    fill();
}

void PlotBoard::set_overlay(const fs::path& run, std::shared_ptr<const RunHistory> history) {
    if (history)
        overlays_[run] = std::move(history);
    else
        overlays_.erase(run);
    fill();
}

void PlotBoard::data_changed() {
    if (!history_) return;
    if (signature() != filled_signature_) return fill();
    if (history_->marks().size() != known_marks_) {
        known_marks_ = history_->marks().size();
        for (CurvePlot* plot : plots())
            plot->set_marks(marks_of_plots(*history_));
    }
    for (CurvePlot* plot : plots())
        plot->data_changed();
}

/// The columns with data: the curves are recreated when this changes.
std::string PlotBoard::signature() const {
    std::string text;
    const auto add = [&](const FigureTable& table) {
        for (const std::string& name : table.names())
            if (has_figures(table.series(name))) text += name + ' ';
        text += table.rows() > 0 ? '+' : '-';
    };
    if (!history_) return text;
    add(history_->steps());
    add(history_->devices());
    for (const auto& [split, table] : history_->evaluations()) {
        text += split + ':';
        add(table);
    }
    return text;
}

/// Whether the panel shows the evaluation metric.
bool PlotBoard::shows(const Panel& panel, const std::string& metric) const {
    const auto names_it = [&](const Panel& each) { return std::ranges::count(each.metrics, metric) > 0; };
    if (panel.metrics == std::vector<std::string>{"*"}) return std::ranges::none_of(panels_, names_it);
    return names_it(panel);
}

/// Whether the task has no accuracy.
bool PlotBoard::lacks_accuracy() const {
    return history_ && history_->steps().rows() > 0 && !has_figures(history_->steps().series("accuracy"));
}

std::vector<Curve> PlotBoard::curves_of(const Panel& panel, const fs::path& run, const RunHistory& history,
                                        bool is_overlay) const {
    std::vector<Curve> curves;
    const QColor own = run_colour(run);
    const QString of_run = is_overlay ? QStringLiteral(" · ") + to_qt(run.filename()) : QString();
    std::size_t beside_count = 0;
    for (const std::string& column : panel.columns) {
        const auto series = history.steps().series(column);
        if (!has_figures(series)) continue;
        Curve curve{shown_metric(column) + of_run, run.string(), {}, true, false,
                    history.steps().timeline(),    series};
        curve.smooth = column != "learning_rate" && panel.unit != PlotAxes::Unit::bytes;
        if (&column != &panel.columns.front() && !is_overlay) curve.colour = beside(own, beside_count++);
        curves.push_back(curve);
    }
    const auto add = [&](const std::string& split, const FigureTable& table) {
        for (const std::string& name : table.names()) {
            if (!shows(panel, name) || !has_figures(table.series(name))) continue;
            const QString title = QObject::tr("%1 %2", "of a split: validation loss")
                                      .arg(shown_split(split), shown_metric(name));
            Curve curve{title + of_run, run.string(), {}, false, true, table.timeline(), table.series(name)};
            if (!is_overlay) curve.colour = beside(own, beside_count++);
            curves.push_back(curve);
            if (split != "val") break; // only the first metric of additional sets: a panel has eight colors
        }
    };
    const auto& evaluations = history.evaluations();
    // Validation is first, so that its color does not depend on other sets.
    if (const auto found = evaluations.find("val"); found != evaluations.end()) add("val", found->second);
    for (const auto& [split, table] : evaluations)
        // the test has only one value, in the report
        if (split != "val" && split != "test") add(split, table);
    if (!is_overlay) add_devices(panel, curves);
    return curves;
}

/// Measurements of the supervisor for the other ranks and the GPUs; rank 0 reports its own with each step.
void PlotBoard::add_devices(const Panel& panel, std::vector<Curve>& curves) const {
    const RunHistory& history = *history_;
    for (const std::string& name : history.devices().names()) {
        const std::string figure = name.substr(name.rfind(' ') + 1);
        const bool is_wanted =
            std::find(panel.devices.begin(), panel.devices.end(), figure) != panel.devices.end();
        const auto series = history.devices().series(name);
        if (!is_wanted || name.starts_with("host ") || name.starts_with("rank 0 ") || !has_figures(series))
            continue;
        Curve curve{shown_device(name, history.gpu_totals()),
                    run_.string(),
                    {},
                    false,
                    false,
                    history.devices().timeline(),
                    series};
        if (!curves.empty()) curve.colour = beside(run_colour(run_), curves.size() - 1);
        curves.push_back(curve);
    }
}

void PlotBoard::add_unknown_columns() {
    if (!history_) return;
    for (const std::string& name : history_->steps().names()) {
        // Counts and durations are shown through derived values.
        if (name == "samples" || name == "tokens" || name == "step_seconds" ||
            !has_figures(history_->steps().series(name)))
            continue;
        const bool is_shown = std::any_of(panels_.begin(), panels_.end(), [&](const Panel& panel) {
            return std::find(panel.columns.begin(), panel.columns.end(), name) != panel.columns.end();
        });
        if (!is_shown && panels_.size() < 24) panels_.push_back({name, shown_metric(name), {name}, {}, {}});
    }
}

void PlotBoard::fill() {
    add_unknown_columns();
    filled_signature_ = signature();
    for (Panel& panel : panels_)
        fill_panel(panel);
    known_marks_ = history_ ? history_->marks().size() : 0;
    columns_ = 0;
    lay_out();
}

void PlotBoard::fill_panel(Panel& panel) {
    std::vector<Curve> curves;
    if (history_) curves = curves_of(panel, run_, *history_, false);
    for (const auto& [run, history] : overlays_)
        for (Curve& curve : curves_of(panel, run, *history, true))
            curves.push_back(std::move(curve));
    if (!panel.plot && curves.empty()) return;
    if (!panel.plot) make_plot(panel);
    panel.plot->set_curves(curves);
    if (history_) panel.plot->set_marks(marks_of_plots(*history_));
}

void PlotBoard::lay_out() {
    const int columns = alone_.empty() ? std::clamp(width() / least_plot_width, 1, 3) : 1;
    if (columns == columns_) return;
    columns_ = columns;
    int shown = 0;
    for (const Panel& panel : panels_) {
        if (!panel.plot) continue;
        // The first two panels are always visible; others while they have data.
        const bool visible = !alone_.empty()
                                 ? panel.name == alone_
                                 : panel.name == "loss" || (panel.name == "accuracy" && !lacks_accuracy()) ||
                                       panel.plot->curves().size() > 0;
        grid_->removeWidget(panel.plot);
        panel.plot->setVisible(visible);
        if (!visible) continue;
        grid_->addWidget(panel.plot, shown / columns, shown % columns);
        ++shown;
    }
    for (int i = 0; i < 3; ++i)
        grid_->setColumnStretch(i, i < columns ? 1 : 0);
}

void PlotBoard::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    lay_out();
}

} // namespace tunedesk::ui
