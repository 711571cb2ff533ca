// SPDX-License-Identifier: GPL-3.0-or-later
// Reordering of queued runs by dragging.

#include "ui/widgets/text.h"
#include "ui/window/library/library_model.h"

#include <QMimeData>
#include <algorithm>

namespace tunedesk::ui {

namespace {

const QString queued_runs = QStringLiteral("application/x-tunedesk-queued-runs");

} // namespace

Qt::DropActions LibraryModel::supportedDropActions() const {
    return Qt::MoveAction;
}

QStringList LibraryModel::mimeTypes() const {
    return {queued_runs};
}

QMimeData* LibraryModel::mimeData(const QModelIndexList& indexes) const {
    QStringList runs;
    for (const QModelIndex& index : indexes)
        for (const LibraryEntryPtr& entry : entries_at(index))
            if (const QString run = to_qt(entry->path); entry->status.place > 0 && !runs.contains(run))
                runs << run;
    if (runs.isEmpty()) return nullptr;
    auto* data = new QMimeData;
    data->setData(queued_runs, runs.join(QChar(0)).toUtf8());
    return data;
}

bool LibraryModel::canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int,
                                   const QModelIndex& parent) const {
    return action == Qt::MoveAction && data->hasFormat(queued_runs) && beside(row, parent).has_value();
}

/// Only the queue's file defines the order: nothing changes here before it has changed.
bool LibraryModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                                const QModelIndex& parent) {
    if (!canDropMimeData(data, action, row, column, parent)) return false;
    const auto [anchor, after] = *beside(row, parent);
    Q_EMIT reorder_requested(QString::fromUtf8(data->data(queued_runs)).split(QChar(0)), to_qt(anchor),
                             after);
    return false;
}

/// The run before or after which a drop happened; std::nullopt if it is not queued.
std::optional<std::pair<fs::path, bool>> LibraryModel::beside(int row, const QModelIndex& parent) const {
    if (!parent.isValid() || node(parent)->section != Section::queued || node(parent)->entry)
        return std::nullopt;
    const auto& below = node(parent)->below;
    const bool after = row < 0 || row >= static_cast<int>(below.size());
    LibraryEntries around;
    if (!after) {
        around = entries_at(index_of(*below[static_cast<std::size_t>(row)]));
    } else {
        for (const auto& each : below)
            for (LibraryEntryPtr& entry : entries_at(index_of(*each)))
                around.push_back(std::move(entry));
    }
    std::erase_if(around, [](const LibraryEntryPtr& entry) { return entry->status.place == 0; });
    if (around.empty()) return std::nullopt;
    const auto [first, last] = std::ranges::minmax_element(
        around, {}, [](const LibraryEntryPtr& entry) { return entry->status.place; });
    return std::pair((after ? *last : *first)->path, after);
}

} // namespace tunedesk::ui
