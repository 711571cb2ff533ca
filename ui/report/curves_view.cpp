// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/curves_view.h"

#include "ui/plot/run_colours.h"
#include "ui/report/square_plot.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr std::size_t shown_at_once = 7; // limited by distinct colors and the legend's space

QVector<QPointF> points(const std::vector<double>& x, const std::vector<double>& y) {
    QVector<QPointF> list;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (std::isfinite(x[i]) && std::isfinite(y[i])) list << QPointF(x[i], y[i]);
    return list;
}

QString with_figure(const QString& name, const QString& figure, double value) {
    const QString text =
        QStringLiteral("%1 %2").arg(figure, std::isfinite(value) ? four_digits(value) : QStringLiteral("–"));
    return name.isEmpty() ? text : name + QStringLiteral(": ") + text;
}

} // namespace

CurvesView::CurvesView(QWidget* parent)
    : QWidget(parent), classes_(new QComboBox), roc_(new SquarePlot), precision_recall_(new SquarePlot),
      calibration_(new SquarePlot) {
    roc_->set_title(tr("ROC"), tr("False positive rate"), tr("True positive rate"),
                    SquarePlot::Reference::diagonal);
    precision_recall_->set_title(tr("Precision-recall"), tr("Recall"), tr("Precision"));
    calibration_->set_title(tr("Calibration"), tr("Mean predicted probability"), tr("Share of positives"),
                            SquarePlot::Reference::diagonal);
    classes_->setAccessibleName(tr("Class of the curves"));
    classes_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* label = new QLabel(tr("C&lass:"));
    label->setBuddy(classes_);
    auto* top = new QHBoxLayout;
    top->addWidget(label);
    top->addWidget(classes_);
    top->addStretch();
    top_ = new QWidget;
    top_->setLayout(top);
    top->setContentsMargins(0, 0, 0, 0);
    auto* plots = new QHBoxLayout;
    plots->setSpacing(8);
    for (SquarePlot* plot : {roc_, precision_recall_, calibration_})
        plots->addWidget(plot, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 8, 0, 0);
    all->addWidget(top_);
    all->addLayout(plots, 1);
    connect(classes_, &QComboBox::currentIndexChanged, this, &CurvesView::show_class);
}

void CurvesView::show_report(std::shared_ptr<const ReportData> read) {
    data_ = std::move(read);
    const QSignalBlocker quiet(classes_);
    classes_->clear();
    if (data_ && data_->curves.size() > 1)
        classes_->addItem(data_->curves.size() > shown_at_once
                              ? tr("The %1 with the lowest scores, each against the rest").arg(shown_at_once)
                              : tr("All, each against the rest"),
                          -1);
    for (std::size_t i = 0; data_ && i < data_->curves.size(); ++i)
        classes_->addItem(to_qt(data_->names()[data_->class_of_curve(i)]), static_cast<int>(i));
    top_->setVisible(classes_->count() > 1);
    show_class();
}

void CurvesView::show_class() {
    std::vector<SquareCurve> roc, precision_recall, calibration;
    const int chosen = classes_->currentIndex() < 0 ? -2 : classes_->currentData().toInt();
    const auto& colours = run_colour_choices();
    std::vector<std::size_t> shown;
    if (data_ && chosen == -1) shown = data_->worst_curves(shown_at_once);
    std::ranges::sort(shown);
    if (data_ && chosen >= 0) shown = {static_cast<std::size_t>(chosen)};
    for (const std::size_t i : shown) {
        const report::ClassCurves& curves = data_->curves[i];
        const QColor colour = colours[roc.size() % colours.size()];
        const QString name = chosen == -1 ? to_qt(data_->names()[i]) : QString();
        roc.push_back({with_figure(name, tr("area"), curves.roc.area),
                       points(curves.roc.false_positive_rate, curves.roc.true_positive_rate), colour});
        precision_recall.push_back(
            {with_figure(name, tr("average precision"), curves.precision_recall.average_precision),
             points(curves.precision_recall.recall, curves.precision_recall.precision), colour, true});
        calibration.push_back(
            {name, points(curves.calibration.predicted, curves.calibration.observed), colour, false, true});
    }
    if (data_ && data_->scores && !calibration.empty() && chosen != -1)
        calibration.front().name =
            with_figure({}, tr("expected calibration error"), data_->calibration_error);
    roc_->set_curves(std::move(roc));
    precision_recall_->set_curves(std::move(precision_recall));
    calibration_->set_curves(std::move(calibration));
}

} // namespace tunedesk::ui
