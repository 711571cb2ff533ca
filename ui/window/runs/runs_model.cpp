// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/runs/runs_model.h"

#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <algorithm>
#include <unordered_map>

namespace tunedesk::ui {

namespace {

/// More changed rows than these are one range: the views sort them at once.
constexpr std::size_t notified_one_by_one = 16;

} // namespace

RunsModel::RunsModel(QObject* parent) : QAbstractTableModel(parent) {
    set_columns(default_run_columns());
}

void RunsModel::set_entries(const LibraryEntries& entries) {
    std::unordered_map<std::string, LibraryEntryPtr> runs;
    for (const LibraryEntryPtr& entry : entries)
        if (entry->is_run()) runs.emplace(entry->path.native(), entry);
    std::vector<int> gone, changed;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const auto found = runs.find(rows_[row].entry->path.native());
        if (found == runs.end()) {
            gone.push_back(static_cast<int>(row));
            continue;
        }
        if (found->second != rows_[row].entry) {
            changed.push_back(static_cast<int>(row));
            rows_[row].entry = found->second;
            rows_[row].search = search_text(*found->second);
        }
        runs.erase(found);
    }
    notify_changed(changed);
    remove_rows(gone);
    if (runs.empty()) return;
    const int first = static_cast<int>(rows_.size());
    beginInsertRows({}, first, first + static_cast<int>(runs.size()) - 1);
    for (const LibraryEntryPtr& entry : entries) // in their order
        if (entry->is_run() && runs.erase(entry->path.native()) > 0)
            rows_.push_back({entry, search_text(*entry), {}});
    endInsertRows();
}

/// In runs of neighbors, from the end.
void RunsModel::remove_rows(const std::vector<int>& rows) {
    for (std::size_t end = rows.size(); end > 0;) {
        std::size_t begin = end - 1;
        while (begin > 0 && rows[begin - 1] == rows[begin] - 1)
            --begin;
        beginRemoveRows({}, rows[begin], rows[end - 1]);
        rows_.erase(rows_.begin() + rows[begin], rows_.begin() + rows[end - 1] + 1);
        endRemoveRows();
        end = begin;
    }
}

void RunsModel::notify_changed(const std::vector<int>& rows) {
    if (rows.empty() || columns_.empty()) return;
    const auto notify = [this](int first, int last) {
        Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
    };
    if (rows.size() > notified_one_by_one) return notify(rows.front(), rows.back());
    for (const int row : rows)
        notify(row, row);
}

void RunsModel::set_columns(const QStringList& ids) {
    beginResetModel();
    columns_.clear();
    for (const QString& id : ids)
        if (auto column = run_column(id); column && column_of(id) < 0) columns_.push_back(std::move(*column));
    endResetModel();
}

QStringList RunsModel::columns() const {
    QStringList ids;
    for (const RunColumn& column : columns_)
        ids << column.id;
    return ids;
}

int RunsModel::column_of(const QString& id) const {
    const auto found = std::ranges::find(columns_, id, &RunColumn::id);
    return found == columns_.end() ? -1 : static_cast<int>(found - columns_.begin());
}

void RunsModel::set_differences(const RunDifferences& differences) {
    std::vector<int> changed;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const auto found = differences.runs.find(rows_[row].entry->path);
        RunDifference difference = found == differences.runs.end() ? RunDifference() : found->second;
        if (difference == rows_[row].difference) continue;
        rows_[row].difference = std::move(difference);
        changed.push_back(static_cast<int>(row));
    }
    notify_changed(changed);
}

int RunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const RunColumn& of = column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return of.text ? of.text(*row.entry) : row.difference.brief;
    case SortRole:
        if (of.value) return of.value(*row.entry);
        return row.difference.brief.isEmpty() ? QVariant() : QVariant(row.difference.brief);
    case ColumnRole:
        return of.id;
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (of.is_number ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
        return tool_tip(row, of);
    default:
        return {};
    }
}

QString RunsModel::tool_tip(const Row& row, const RunColumn& column) const {
    if (column.id == what_differs) return row.difference.full;
    if (column.is_number) return {};
    QString text = to_qt(row.entry->title()) + u'\n' + shown_path(row.entry->path, 90) + u'\n' +
                   state_text(row.entry->status);
    if (!row.entry->note.text.empty()) text += QStringLiteral("\n\n") + to_qt(row.entry->note.text);
    return text;
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const RunColumn& of = column(section);
    if (role == Qt::DisplayRole) return of.title;
    if (role == ColumnRole) return of.id;
    if (role == Qt::ToolTipRole && of.id.startsWith(QStringLiteral("key:"))) return of.id.mid(4);
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (of.is_number ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

RunsFilter::RunsFilter(RunsModel* model, QObject* parent) : QSortFilterProxyModel(parent), model_(model) {
    setDynamicSortFilter(true);
    setSortRole(RunsModel::SortRole);
    setSourceModel(model);
}

void RunsFilter::set_query(const QString& text) {
    query_ = EntryQuery(text);
    invalidateFilter();
}

bool RunsFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    return query_.accepts(*model_->entry(row), model_->search(row));
}

bool RunsFilter::lessThan(const QModelIndex& a, const QModelIndex& b) const {
    const QVariant x = a.data(RunsModel::SortRole), y = b.data(RunsModel::SortRole);
    const bool ascends = sortOrder() == Qt::AscendingOrder;
    if (x.isValid() != y.isValid()) return x.isValid() == ascends;
    if (!x.isValid()) return false;
    const bool are_numbers = x.typeId() == QMetaType::Double && y.typeId() == QMetaType::Double;
    if (are_numbers) return x.toDouble() < y.toDouble();
    if (x.typeId() != y.typeId()) return x.typeId() == QMetaType::Double; // numbers before words
    return QString::localeAwareCompare(x.toString(), y.toString()) < 0;
}

} // namespace tunedesk::ui
