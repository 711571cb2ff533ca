// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/scores_model.h"

#include "base/text.h"
#include "ui/widgets/text.h"

#include <QFont>
#include <algorithm>
#include <optional>

namespace tunedesk::ui {

void ScoresModel::set_data(std::shared_ptr<const ReportData> data) {
    beginResetModel();
    data_ = std::move(data);
    endResetModel();
}

const report::ClassificationReport* ScoresModel::scores() const {
    return data_ && data_->scores ? &*data_->scores : nullptr;
}

const report::ClassificationReport* ScoresModel::baseline() const {
    if (!data_ || !data_->baseline) return nullptr;
    const auto& report = data_->baseline->compared.summary.report;
    return report && report->classification ? &*report->classification : nullptr;
}

int ScoresModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !scores() ? 0 : static_cast<int>(scores()->classes.size()) + 3;
}

int ScoresModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant ScoresModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == name ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ToolTipRole && section == difference)
        return tr("F1 (accuracy in the accuracy row) minus that of the baseline run");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case name:
        return tr("Class");
    case precision:
        return tr("Precision");
    case recall:
        return tr("Recall");
    case f1:
        return tr("F1");
    case support:
        return tr("Support");
    default:
        return tr("vs. baseline");
    }
}

QVariant ScoresModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !scores()) return {};
    const int classes = static_cast<int>(scores()->classes.size());
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (index.column() == name ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::FontRole: {
        QFont font;
        font.setBold(index.row() == classes);
        return font;
    }
    default:
        return {};
    }
}

QString ScoresModel::text(int row, int column) const {
    const report::ClassificationReport& all = *scores();
    const int classes = static_cast<int>(all.classes.size());
    if (column == difference) return difference_of(row);
    if (row == classes) { // accuracy has no precision and recall
        if (column == name) return tr("Accuracy");
        if (column == f1) return four_digits(all.accuracy);
        return column == support ? to_qt(grouped(all.total)) : QString();
    }
    const bool is_class = row < classes;
    const report::ClassScores& of = is_class ? all.classes[static_cast<std::size_t>(row)]
                                             : (row == classes + 1 ? all.macro : all.weighted);
    if (!of.occurs && column != name && column != support) return QStringLiteral("-");
    switch (column) {
    case name:
        if (is_class) return to_qt(all.names[static_cast<std::size_t>(row)]);
        return row == classes + 1 ? tr("Macro average") : tr("Weighted average");
    case precision:
        return four_digits(of.precision);
    case recall:
        return four_digits(of.recall);
    case f1:
        return four_digits(of.f1);
    default:
        return to_qt(grouped(of.support));
    }
}

QString ScoresModel::difference_of(int row) const {
    const report::ClassificationReport* other = baseline();
    if (!other) return {};
    const report::ClassificationReport& all = *scores();
    const int classes = static_cast<int>(all.classes.size());
    std::optional<double> change;
    if (row == classes) {
        change = all.accuracy - other->accuracy;
    } else if (row > classes) {
        change = row == classes + 1 ? all.macro.f1 - other->macro.f1 : all.weighted.f1 - other->weighted.f1;
    } else {
        const auto i = static_cast<std::size_t>(row);
        const auto same = std::find(other->names.begin(), other->names.end(), all.names[i]);
        if (same == other->names.end()) return {};
        const report::ClassScores& its =
            other->classes[static_cast<std::size_t>(same - other->names.begin())];
        if (all.classes[i].occurs && its.occurs) change = all.classes[i].f1 - its.f1;
    }
    return change ? QString::asprintf("%+.4f", *change) : QString();
}

} // namespace tunedesk::ui
