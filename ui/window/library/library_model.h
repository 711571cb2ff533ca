// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/entry_query.h"
#include "ui/window/library/library_tree.h"

#include <QSortFilterProxyModel>
#include <optional>

namespace tunedesk::ui {

/// The data of the library's rows, and reordering of queued runs by dragging. Window's thread.
class LibraryModel : public LibraryTree {
    Q_OBJECT

public:
    enum Role {
        PathRole = Qt::UserRole, ///< QString; empty for a section and a group
        SectionRole,             ///< int
        GroupRole,               ///< QString; empty except for groups
    };

    using LibraryTree::LibraryTree;

    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    // Queued runs can be dragged to another position in the queue.
    Qt::DropActions supportedDropActions() const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                         const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;

Q_SIGNALS:
    /// Emitted when these runs were dropped directly before or after another one in the queue.
    void reorder_requested(const QStringList& runs, const QString& anchor, bool after);

private:
    friend class LibraryFilter;
    std::optional<std::pair<fs::path, bool>> beside(int row, const QModelIndex& parent) const;
    QVariant section_data(const Node& node, int role) const;
    QVariant group_data(const Node& node, int role) const;
};

/// Sorts and filters the entries by an EntryQuery; sections are always kept, groups if at least one of their
/// runs is. Queued runs are in the order of the queue.
///
/// Presets shipped with TuneDesk are templates of the home page: here they are only listed for a query with
/// the word `shipped`.
class LibraryFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit LibraryFilter(LibraryModel* model, QObject* parent = nullptr);

    /// The sections that are listed.
    enum class Listed { all, runs, queue, presets };
    void set_listed(Listed listed);
    Listed listed() const { return listed_; }
    void set_filter(const QString& text);
    /// `field`: "started", "title", "state", a metric, or a preset's dotted key. Pinned entries stay above
    /// the others.
    void set_order(const QString& field, bool descending);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;

private:
    /// The entry by which a node is sorted: for a group the first of its entries in this order.
    const LibraryEntry* leading(const LibraryModel::Node& node) const;
    bool comes_first(const LibraryEntry& x, const LibraryEntry& y) const;

    LibraryModel* model_;
    EntryQuery query_;
    Listed listed_ = Listed::all;
    QString field_ = QStringLiteral("started");
    bool descending_ = true;
};

} // namespace tunedesk::ui
