#include "ui/run/plot_board.h"

#include "ui/plot/run_colours.h"
#include "ui/widgets/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int least_plot_width = 380, least_plot_height = 190;

QString shown_name(std::string name) {
    if (name == "rss_bytes") return QObject::tr("host memory, rank 0");
    if (name == "gpu_allocated_bytes") return QObject::tr("GPU memory, allocated");
    if (name == "tokens_per_second") return QObject::tr("tokens/s");
    std::replace(name.begin(), name.end(), '_', ' ');
    return to_qt(name);
}

QString shown_split(const std::string& split) {
    return split == "val" ? QObject::tr("validation") : to_qt(split);
}

/// Another colour than the run's, for what is beside its main curve.
QColor beside(const QColor& own, std::size_t nth) {
    const auto& choices = run_colour_choices();
    const auto at = std::find(choices.begin(), choices.end(), own);
    const std::size_t begin = at == choices.end() ? 0 : static_cast<std::size_t>(at - choices.begin()) + 1;
    return choices[(begin + nth) % choices.size()];
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
    add_panel("loss", tr("Loss"), {"loss"}, {"loss"});
    add_panel("accuracy", tr("Accuracy"), {"accuracy"}, {"*"})->set_legend_at_bottom();
    add_panel("learning_rate", tr("Learning rate"), {"learning_rate"}, {});
    add_panel("grad_norm", tr("Gradient norm"), {"grad_norm"}, {});
    add_panel("throughput", tr("Throughput (tokens/s)"), {"tokens_per_second"}, {});
    add_panel("memory", tr("Memory"), {"rss_bytes", "gpu_allocated_bytes"}, {})
        ->set_unit(CurvePlot::Unit::bytes);
    lay_out();
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
    auto* reset = new QPushButton(tr("Show everything"));
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
    row->addWidget(reset);
    connect(by_, &QComboBox::currentIndexChanged, this, [this](int by) {
        for (const Panel& panel : panels_)
            panel.plot->set_by(static_cast<Timeline::By>(by));
    });
    connect(smoothing_, &QSlider::valueChanged, this, [this, weight](int hundredths) {
        weight->setText(QString::number(hundredths / 100.0, 'f', 2));
        set_smoothing(hundredths / 100.0);
    });
    connect(log_, &QCheckBox::toggled, this, [this](bool on) {
        for (const Panel& panel : panels_)
            panel.plot->set_log_values(on);
    });
    connect(reset, &QPushButton::clicked, this, [this] {
        for (const Panel& panel : panels_)
            panel.plot->reset_view();
    });
    return bar;
}

CurvePlot* PlotBoard::add_panel(const std::string& name, const QString& title,
                                std::vector<std::string> columns, std::vector<std::string> metrics) {
    auto* plot = new CurvePlot(title, this, clock_);
    plot->setMinimumHeight(least_plot_height);
    plot->set_smoothing(weight_);
    if (by_) plot->set_by(static_cast<Timeline::By>(by_->currentIndex()));
    if (log_) plot->set_log_values(log_->isChecked());
    // One place in all plots: what happened to the others when this one jumped?
    connect(plot, &CurvePlot::cross_hair_moved, this, [this, plot](std::optional<double> place) {
        for (const Panel& panel : panels_)
            if (panel.plot != plot) panel.plot->show_cross_hair(place);
    });
    connect(plot, &CurvePlot::colour_changed, this, [this](const QString& run) {
        for (const Panel& panel : panels_)
            panel.plot->recolour();
        Q_EMIT colour_changed(run);
    });
    panels_.push_back({name, plot, std::move(columns), std::move(metrics)});
    return plot;
}

CurvePlot* PlotBoard::plot(const std::string& name) const {
    for (const Panel& panel : panels_)
        if (panel.name == name) return panel.plot;
    return nullptr;
}

std::vector<std::string> PlotBoard::filled() const {
    std::vector<std::string> names;
    for (const Panel& panel : panels_)
        if (panel.plot->curve_count() > 0) names.push_back(panel.name);
    return names;
}

void PlotBoard::set_smoothing(double weight) {
    weight_ = weight;
    for (const Panel& panel : panels_)
        panel.plot->set_smoothing(weight);
}

void PlotBoard::show_history(const fs::path& run, std::shared_ptr<const RunHistory> history) {
    if (run != run_) overlays_.clear();
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
        for (const Panel& panel : panels_)
            panel.plot->set_marks(history_->marks());
    }
    for (const Panel& panel : panels_)
        panel.plot->data_changed();
}

/// Which columns have something to show: curves are made anew when this changes.
std::string PlotBoard::signature() const {
    std::string text;
    const auto add = [&](const FigureTable& table) {
        for (const std::string& name : table.names())
            if (has_figures(table.series(name))) text += name + ' ';
        text += table.rows() > 0 ? '+' : '-';
    };
    if (!history_) return text;
    add(history_->steps());
    for (const auto& [split, table] : history_->evaluations()) {
        text += split + ':';
        add(table);
    }
    return text;
}

void PlotBoard::add_curves(const Panel& panel, const fs::path& run, const RunHistory& history,
                           bool is_overlay) {
    const QColor own = run_colour(run);
    const QString of_run = is_overlay ? QStringLiteral(" · ") + to_qt(run.filename()) : QString();
    std::size_t beside_count = 0;
    for (const std::string& column : panel.columns) {
        const auto series = history.steps().series(column);
        if (!has_figures(series)) continue;
        Curve curve{shown_name(column) + of_run, run.string(), {}, true, false,
                    history.steps().timeline(),  series};
        curve.smooth = column != "learning_rate" && panel.name != "memory";
        if (&column != &panel.columns.front() && !is_overlay) curve.colour = beside(own, beside_count++);
        panel.plot->add_curve(curve);
    }
    for (const auto& [split, table] : history.evaluations()) {
        if (split == "test") continue; // one value; the report has it
        for (const std::string& name : table.names()) {
            const bool all_others = panel.metrics == std::vector<std::string>{"*"} && name != "loss";
            const bool wanted =
                std::find(panel.metrics.begin(), panel.metrics.end(), name) != panel.metrics.end();
            if (!(all_others || wanted) || !has_figures(table.series(name))) continue;
            Curve curve{shown_split(split) + u' ' + shown_name(name) + of_run,
                        run.string(),
                        {},
                        false,
                        true,
                        table.timeline(),
                        table.series(name)};
            if (!is_overlay) curve.colour = beside(own, beside_count++);
            panel.plot->add_curve(curve);
        }
    }
}

void PlotBoard::add_unknown_columns() {
    if (!history_) return;
    for (const std::string& name : history_->steps().names()) {
        // Counts and durations are shown by what is made of them.
        if (name == "samples" || name == "tokens" || name == "step_seconds" ||
            !has_figures(history_->steps().series(name)))
            continue;
        const bool is_shown = std::any_of(panels_.begin(), panels_.end(), [&](const Panel& panel) {
            return std::find(panel.columns.begin(), panel.columns.end(), name) != panel.columns.end();
        });
        if (!is_shown && panels_.size() < 24) add_panel(name, shown_name(name), {name}, {});
    }
}

void PlotBoard::fill() {
    add_unknown_columns();
    filled_signature_ = signature();
    for (const Panel& panel : panels_) {
        panel.plot->remove_curves();
        if (!history_) continue;
        add_curves(panel, run_, *history_, false);
        for (const auto& [run, history] : overlays_)
            add_curves(panel, run, *history, true);
        panel.plot->set_marks(history_->marks());
    }
    known_marks_ = history_ ? history_->marks().size() : 0;
    columns_ = 0;
    lay_out();
}

void PlotBoard::lay_out() {
    const int columns = std::clamp(width() / least_plot_width, 1, 3);
    if (columns == columns_) return;
    columns_ = columns;
    int shown = 0;
    for (const Panel& panel : panels_) {
        // The first two are there from the start; others once they have something to show.
        const bool visible =
            panel.name == "loss" || panel.name == "accuracy" || panel.plot->curve_count() > 0;
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
