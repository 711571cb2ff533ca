// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preset/sweep/sweep_estimator.h"

#include <QAbstractTableModel>

namespace tunedesk::ui {

/// The runs of a sweep: setting, steps, time, and what keeps a run from starting. Window's thread.
class SweepModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void set_runs(const std::vector<run::SweepRun>& runs);
    void set_needs(const std::vector<std::optional<SweepEstimator::Need>>& needs);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    enum Column { setting, steps, time, column_count };

    std::vector<std::string> settings_;
    std::vector<std::optional<SweepEstimator::Need>> needs_;
};

} // namespace tunedesk::ui
