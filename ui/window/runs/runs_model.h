// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/entry_query.h"
#include "ui/window/runs/run_columns.h"
#include "ui/window/runs/run_differences.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <vector>

namespace tunedesk::ui {

/// The library's runs, one per row, with the chosen columns. Window's thread.
class RunsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole, ///< a number or a text; invalid if the run has none
        ColumnRole,              ///< the column's id
    };

    explicit RunsModel(QObject* parent = nullptr);

    /// Takes over the library's runs, notifying the views only of what has changed.
    void set_entries(const LibraryEntries& entries);
    /// Unknown ids are ignored.
    void set_columns(const QStringList& ids);
    QStringList columns() const;
    const RunColumn& column(int at) const { return columns_[static_cast<std::size_t>(at)]; }
    /// -1 if the column is not shown.
    int column_of(const QString& id) const;
    void set_differences(const RunDifferences& differences);

    const LibraryEntryPtr& entry(int row) const { return rows_[static_cast<std::size_t>(row)].entry; }
    /// The entry's search_text().
    const QString& search(int row) const { return rows_[static_cast<std::size_t>(row)].search; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        LibraryEntryPtr entry;
        QString search;
        RunDifference difference;
    };
    void remove_rows(const std::vector<int>& rows);
    void notify_changed(const std::vector<int>& rows);
    QString tool_tip(const Row& row, const RunColumn& column) const;

    std::vector<Row> rows_;
    std::vector<RunColumn> columns_;
};

/// The rows that an EntryQuery accepts, sorted by a column: numbers by value, texts by the collation of the
/// user's language; rows without a value are last in both directions.
class RunsFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit RunsFilter(RunsModel* model, QObject* parent = nullptr);

    void set_query(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;

private:
    RunsModel* model_;
    EntryQuery query_;
};

} // namespace tunedesk::ui
