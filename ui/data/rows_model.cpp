// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/rows_model.h"

#include "ui/data/finding_text.h"

#include "ui/widgets/text.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

namespace tunedesk::ui {

namespace {

constexpr qsizetype shown_characters = 300; // of a cell; the tool tip shows more
constexpr qsizetype tip_characters = 2000;

} // namespace

RowsModel::RowsModel(QObject* parent) : QAbstractTableModel(parent) {}

void RowsModel::show_rows(data::FirstRows rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

void RowsModel::show_roles(const QMap<QString, QString>& roles) {
    roles_ = roles;
    if (columnCount() == 0) return;
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::FontRole});
}

QString RowsModel::role_of(int column) const {
    return roles_.value(to_qt(rows_.columns.at(static_cast<std::size_t>(column))));
}

QString RowsModel::cell(int row, const QString& column) const {
    if (row < 0 || row >= rowCount()) return {};
    for (std::size_t i = 0; i < rows_.columns.size(); ++i)
        if (to_qt(rows_.columns[i]) == column)
            return to_qt(rows_.rows[static_cast<std::size_t>(row)].cells[i]);
    return {};
}

int RowsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.rows.size());
}

int RowsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.columns.size());
}

QVariant RowsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const data::FirstRows::Row& row = rows_.rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: {
        if (row.fault)
            return index.column() == 0 ? tr("cannot be used: %1").arg(fault_text(*row.fault)) : QString();
        const QString text = to_qt(row.cells[static_cast<std::size_t>(index.column())]);
        return text.left(shown_characters).simplified();
    }
    case Qt::ToolTipRole:
        return (row.fault ? fault_text(*row.fault)
                          : to_qt(row.cells[static_cast<std::size_t>(index.column())]))
            .left(tip_characters);
    case Qt::ForegroundRole:
        // Columns that the preset does not read are muted.
        if (role_of(index.column()).isEmpty() || row.fault)
            return QGuiApplication::palette().placeholderText();
        return {};
    default:
        return {};
    }
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical) {
        if (role != Qt::DisplayRole || section >= rowCount()) return {};
        return static_cast<qulonglong>(rows_.rows[static_cast<std::size_t>(section)].line);
    }
    if (section >= columnCount()) return {};
    const QString name = to_qt(rows_.columns[static_cast<std::size_t>(section)]);
    const QString meaning = role_of(section);
    if (role == Qt::DisplayRole) {
        const QString title = name.isEmpty() ? tr("(no name)") : name;
        return meaning.isEmpty() ? title : tr("%1: %2").arg(meaning, title);
    }
    if (role == Qt::ToolTipRole) return tr("Click to set the role of this column");
    if (role == Qt::FontRole) {
        QFont font = QGuiApplication::font();
        font.setBold(!meaning.isEmpty());
        return font;
    }
    return {};
}

} // namespace tunedesk::ui
