// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/labels_view.h"

#include "ui/plot/run_colours.h"
#include "ui/report/square_plot.h"
#include "ui/report/worst_rows.h"
#include "ui/widgets/text.h"

#include <QHeaderView>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

enum LabelColumn {
    name_column,
    right_column,
    wrong_column,
    missed_column,
    rejected_column,
    precision_column,
    recall_column,
    f1_column,
    average_precision_column,
    best_threshold_column,
    label_columns
};

/// Reports may have any number of labels; the window creates an item for each cell.
constexpr std::size_t most_labels = 5000;

QTableWidgetItem* right_aligned(const QString& text) {
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

QTableWidgetItem* score_item(double score) {
    return right_aligned(QString::number(score, 'f', 4));
}

/// F1 at a point of a precision-recall curve.
double f1_at(const report::PrecisionRecallCurve& curve, std::size_t i) {
    const double sum = curve.precision[i] + curve.recall[i];
    return sum > 0 ? 2 * curve.precision[i] * curve.recall[i] / sum : 0;
}

/// Index of the largest F1; std::nullopt if the label has no rows.
std::optional<std::size_t> best_point(const report::PrecisionRecallCurve& curve) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < curve.thresholds.size(); ++i)
        if (const double f1 = f1_at(curve, i); f1 > 0 && (!best || f1 > f1_at(curve, *best))) best = i;
    return best;
}

QString listed(const report::PredictionTable& table, std::span<const std::int32_t> ids) {
    QStringList names;
    for (const std::int32_t id : ids)
        names << to_qt(table.names()[static_cast<std::size_t>(id)]);
    return names.join(QStringLiteral(", "));
}

QTableWidgetItem* cell_of_row(const report::PredictionTable& table, std::size_t row, int column) {
    if (column == 0) return new QTableWidgetItem(listed(table, table.label_set(row)));
    if (column == 1)
        return new QTableWidgetItem(listed(table, report::predicted_labels(table.probabilities(row))));
    return score_item(table.loss(row));
}

} // namespace

LabelsView::LabelsView(QWidget* parent)
    : QWidget(parent), labels_(new QTableWidget(0, label_columns)), thresholds_(new SquarePlot),
      worst_(new WorstRows({tr("True"), tr("Predicted"), tr("Loss")}, cell_of_row)) {
    labels_->setHorizontalHeaderLabels({tr("Label"), tr("True positives"), tr("False positives"),
                                        tr("False negatives"), tr("True negatives"), tr("Precision"),
                                        tr("Recall"), tr("F1"), tr("Average precision"),
                                        tr("Best threshold")});
    labels_->horizontalHeaderItem(best_threshold_column)
        ->setToolTip(tr("The threshold with the highest F1 on these test rows; predictions use 0.5. Choose a "
                        "threshold on other rows than those used to evaluate it."));
    labels_->setAccessibleName(tr("Scores of each label"));
    labels_->setSelectionBehavior(QAbstractItemView::SelectRows);
    labels_->setSelectionMode(QAbstractItemView::SingleSelection);
    labels_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    labels_->setTabKeyNavigation(false);
    labels_->setShowGrid(false);
    labels_->setAlternatingRowColors(true);
    labels_->verticalHeader()->hide();
    labels_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    labels_->horizontalHeader()->setSectionResizeMode(name_column, QHeaderView::Stretch);

    auto* below = new QSplitter;
    below->addWidget(thresholds_);
    below->addWidget(worst_);
    below->setStretchFactor(0, 1);
    below->setStretchFactor(1, 2);
    below->setChildrenCollapsible(false);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(labels_);
    splitter->addWidget(below);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 8, 0, 0);
    all->addWidget(splitter);
    connect(labels_, &QTableWidget::currentCellChanged, this, &LabelsView::show_thresholds);
    connect(&run_colour_changes(), &RunColourChanges::changed, this, &LabelsView::show_thresholds);
}

void LabelsView::show_report(const std::shared_ptr<const ReportData>& read) {
    const bool has_sets =
        read && read->predictions.target() == task::Target::several_classes && read->figures();
    data_ = has_sets && read->figures()->multi_label ? read : nullptr;
    show_labels();
    worst_->show_report(data_);
}

void LabelsView::show_labels() {
    labels_->setRowCount(0);
    if (!data_) return show_thresholds();
    const report::MultiLabelReport& scores = *data_->figures()->multi_label;
    labels_->setRowCount(static_cast<int>(std::min(scores.labels.size(), most_labels)));
    for (int row = 0; row < labels_->rowCount(); ++row) {
        const auto k = static_cast<std::size_t>(row);
        const report::LabelScores& label = scores.labels[k];
        labels_->setItem(row, name_column, new QTableWidgetItem(to_qt(scores.names[k])));
        for (const auto& [column, count] : {std::pair(right_column, label.true_positives),
                                            {wrong_column, label.false_positives},
                                            {missed_column, label.false_negatives},
                                            {rejected_column, label.true_negatives}})
            labels_->setItem(row, column, right_aligned(QString::number(count)));
        labels_->setItem(row, precision_column, score_item(label.precision));
        labels_->setItem(row, recall_column, score_item(label.recall));
        labels_->setItem(row, f1_column, score_item(label.f1));
        labels_->setItem(row, average_precision_column, score_item(label.average_precision));
        QString best;
        if (k < data_->curves.size()) {
            const report::PrecisionRecallCurve& curve = data_->curves[k].precision_recall;
            if (const auto at = best_point(curve)) best = QString::number(curve.thresholds[*at], 'f', 3);
        }
        labels_->setItem(row, best_threshold_column, right_aligned(best));
    }
    labels_->setCurrentCell(0, name_column);
    show_thresholds();
}

void LabelsView::show_thresholds() {
    const int row = labels_->currentRow();
    const auto k = static_cast<std::size_t>(std::max(0, row));
    const bool has_curve = data_ && row >= 0 && k < data_->curves.size();
    const QString name = has_curve ? labels_->item(row, name_column)->text() : QString();
    thresholds_->set_title(tr("Scores of %1 by threshold").arg(name), tr("Threshold"), tr("Score"),
                           SquarePlot::Reference::none);
    if (!has_curve) return thresholds_->set_curves({});
    const report::PrecisionRecallCurve& curve = data_->curves[k].precision_recall;
    SquareCurve precision, recall, f1;
    for (std::size_t i = 0; i < curve.thresholds.size(); ++i) {
        const double threshold = curve.thresholds[i];
        precision.points << QPointF(threshold, curve.precision[i]);
        recall.points << QPointF(threshold, curve.recall[i]);
        f1.points << QPointF(threshold, f1_at(curve, i));
    }
    const auto& colours = run_colour_choices();
    precision.name = tr("Precision");
    recall.name = tr("Recall");
    f1.name = tr("F1");
    precision.colour = colours[0];
    recall.colour = colours[1];
    f1.colour = colours[2];
    thresholds_->set_curves({precision, recall, f1});
}

} // namespace tunedesk::ui
