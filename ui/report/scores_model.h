// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/report_data.h"

#include <QAbstractTableModel>

namespace tunedesk::ui {

/// The classification report as a table: one row per class, then accuracy, macro and weighted average; the
/// last column is the difference of each F1 (or the accuracy) from the baseline's, if there is one.
class ScoresModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { name, precision, recall, f1, support, difference, columns };

    using QAbstractTableModel::QAbstractTableModel;

    void set_data(std::shared_ptr<const ReportData> data);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const report::ClassificationReport* scores() const;
    const report::ClassificationReport* baseline() const;
    QString text(int row, int column) const;
    QString difference_of(int row) const;

    std::shared_ptr<const ReportData> data_;
};

} // namespace tunedesk::ui
