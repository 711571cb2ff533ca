// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/sweep/sweep_model.h"

#include "base/text.h"
#include "ui/widgets/text.h"

namespace tunedesk::ui {

void SweepModel::set_runs(const std::vector<run::SweepRun>& runs) {
    beginResetModel();
    settings_.clear();
    for (const run::SweepRun& run : runs)
        settings_.push_back(run.setting);
    needs_.assign(runs.size(), std::nullopt);
    endResetModel();
}

void SweepModel::set_needs(const std::vector<std::optional<SweepEstimator::Need>>& needs) {
    if (needs.size() != settings_.size() || needs.empty()) return;
    needs_ = needs;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int SweepModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(settings_.size());
}

int SweepModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant SweepModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const std::optional<SweepEstimator::Need>& need = needs_[row];
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (index.column() == setting ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ToolTipRole && need && !need->problem.empty()) return to_qt(need->problem);
    if (role != Qt::DisplayRole) return {};
    if (index.column() == setting)
        return settings_[row].empty() ? tr("as the preset") : to_qt(settings_[row]);
    if (!need) return QStringLiteral("…");
    if (!need->problem.empty()) return index.column() == time ? tr("cannot run") : QString();
    return to_qt(index.column() == steps ? grouped(need->steps) : human_duration(need->seconds));
}

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == setting ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case setting:
        return tr("Setting");
    case steps:
        return tr("Steps");
    default:
        return tr("Time");
    }
}

} // namespace tunedesk::ui
