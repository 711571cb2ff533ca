// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/first_rows.h"

#include <QAbstractTableModel>
#include <QMap>

namespace tunedesk::ui {

/// The first rows of a file as a table. A column's header shows its role in the preset; unusable rows show
/// the reason. Window's thread; displays what it is given and reads no files.
class RowsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit RowsModel(QObject* parent = nullptr);

    void show_rows(data::FirstRows rows);
    /// Roles of columns by their names: "text", "pair", "label".
    void show_roles(const QMap<QString, QString>& roles);
    const data::FirstRows& rows() const { return rows_; }
    QString role_of(int column) const;
    /// The full text of a cell, as far as it was read.
    QString cell(int row, const QString& column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    data::FirstRows rows_;
    QMap<QString, QString> roles_;
};

} // namespace tunedesk::ui
