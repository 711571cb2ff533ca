// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compared_curves.h"

#include "task/task.h"
#include "ui/plot/curve_plot.h"
#include "ui/plot/run_colours.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QSlider>
#include <cmath>

namespace tunedesk::ui {

namespace {

/// Converts a run's series to a curve; if the file has no steps, values are numbered.
Curve curve_of(const report::MetricSeries& from) {
    Curve curve;
    auto timeline = std::make_shared<Timeline>();
    auto series = std::make_shared<Series>();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < from.values.size(); ++i) {
        const double step = std::isfinite(from.steps[i]) ? from.steps[i] : static_cast<double>(i);
        const double epoch = std::isfinite(from.epochs[i]) ? from.epochs[i] : nan;
        timeline->append(step, std::isfinite(epoch) ? epoch : step, static_cast<double>(i));
        series->append(from.values[i]);
    }
    curve.points = from.values.size() < 50;
    curve.timeline = std::move(timeline);
    curve.series = std::move(series);
    return curve;
}

/// The metric of a column ("acc"); the column itself if no task has it.
std::string metric_of_column(const std::string& column) {
    for (const task::Task& task : task::tasks())
        for (const task::Metric& metric : task.metrics)
            if (column == metric.column) return metric.name;
    return column;
}

QIcon swatch(const QColor& colour) {
    QPixmap picture(12, 12);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(1, 1, 10, 10);
    return QIcon(picture);
}

} // namespace

QString shown_series(const std::string& name) {
    for (const auto& [prefix, of] :
         {std::pair(std::string("train_"), QT_TRANSLATE_NOOP("tunedesk::ui::ComparedCurves", "training %1")),
          std::pair(std::string("val_"), QT_TRANSLATE_NOOP("tunedesk::ui::ComparedCurves", "validation %1")),
          std::pair(std::string("eval_"), QT_TRANSLATE_NOOP("tunedesk::ui::ComparedCurves", "validation %1")),
          std::pair(std::string("test_"), QT_TRANSLATE_NOOP("tunedesk::ui::ComparedCurves", "test %1"))})
        if (name.starts_with(prefix))
            return ComparedCurves::tr(of).arg(shown_metric(metric_of_column(name.substr(prefix.size()))));
    return shown_metric(name == "lr" ? "learning_rate" : name);
}

ComparedCurves::ComparedCurves(QWidget* parent)
    : QWidget(parent), metric_(new QComboBox), plot_(new CurvePlot(QString())), list_(new QListWidget) {
    list_->setAccessibleName(tr("Runs whose curves are shown"));
    list_->setMaximumWidth(240);
    list_->setTextElideMode(Qt::ElideMiddle);
    auto* below = new QHBoxLayout;
    below->addWidget(plot_, 1);
    below->addWidget(list_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->addWidget(make_controls());
    column->addLayout(below, 1);
    connect(metric_, &QComboBox::currentIndexChanged, this, &ComparedCurves::show_metric);
    connect(list_, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
        const fs::path place = to_path(item->data(Qt::UserRole).toString());
        item->checkState() == Qt::Checked ? void(hidden_.erase(place)) : void(hidden_.insert(place));
        show_metric();
    });
    connect(&run_colour_changes(), &RunColourChanges::changed, this, &ComparedCurves::list_runs);
}

QWidget* ComparedCurves::make_controls() {
    metric_->setAccessibleName(tr("Metric of the curves"));
    metric_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* label = new QLabel(tr("&Metric:"));
    label->setBuddy(metric_);
    auto* by = new QComboBox;
    by->setAccessibleName(tr("Horizontal axis"));
    by->addItems({tr("by step"), tr("by epoch")});
    connect(by, &QComboBox::currentIndexChanged, this,
            [this](int index) { plot_->set_by(index == 0 ? Timeline::By::step : Timeline::By::epoch); });
    auto* smoothing = new QSlider(Qt::Horizontal);
    smoothing->setRange(0, 99);
    smoothing->setMaximumWidth(200);
    smoothing->setAccessibleName(tr("Smoothing"));
    auto* weight = new QLabel(QStringLiteral("0.00"));
    auto* smoothing_label = new QLabel(tr("S&moothing"));
    smoothing_label->setBuddy(smoothing);
    connect(smoothing, &QSlider::valueChanged, this, [this, weight](int hundredths) {
        weight->setText(QString::number(hundredths / 100.0, 'f', 2));
        plot_->set_smoothing(hundredths / 100.0);
    });
    auto* controls = new QWidget;
    auto* line = new QHBoxLayout(controls);
    line->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{label, metric_, by, smoothing_label, smoothing, weight})
        line->addWidget(widget);
    line->addStretch();
    return controls;
}

void ComparedCurves::show_runs(std::shared_ptr<const ComparedRuns> runs) {
    runs_ = std::move(runs);
    list_runs();
    const QVariant chosen = metric_->currentData();
    {
        const QSignalBlocker quiet(metric_);
        metric_->clear();
        if (runs_)
            for (const auto& series : runs_->series)
                for (const report::MetricSeries& one : series)
                    if (metric_->findData(to_qt(one.name)) < 0)
                        metric_->addItem(shown_series(one.name), to_qt(one.name));
        metric_->setCurrentIndex(std::max(0, metric_->findData(chosen)));
    }
    show_metric();
}

void ComparedCurves::list_runs() {
    const QSignalBlocker quiet(list_);
    list_->clear();
    if (!runs_) return;
    const std::vector<std::string> names = runs_->names();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const fs::path& place = runs_->places[i];
        auto* item = new QListWidgetItem(swatch(run_colour(place)), to_qt(names[i]), list_);
        item->setToolTip(to_qt(place));
        item->setData(Qt::UserRole, to_qt(place));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(hidden_.contains(place) ? Qt::Unchecked : Qt::Checked);
    }
}

void ComparedCurves::show_metric() {
    plot_->set_curves({});
    if (!runs_) return;
    const std::string metric = metric_->currentData().toString().toStdString();
    const std::vector<std::string> names = runs_->names();
    for (std::size_t i = 0; i < runs_->runs.size(); ++i) {
        const report::MetricSeries* series = report::find_series(runs_->series[i], metric);
        if (!series || hidden_.contains(runs_->places[i])) continue;
        Curve curve = curve_of(*series);
        curve.name = to_qt(names[i]);
        curve.run = runs_->places[i].string();
        curve.smooth = true;
        plot_->add_curve(curve);
    }
    plot_->setAccessibleName(metric_->currentText());
    plot_->data_changed();
    plot_->axes().reset();
}

} // namespace tunedesk::ui
