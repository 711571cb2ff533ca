#pragma once

#include "ui/window/library/library.h"

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>
#include <memory>
#include <optional>
#include <set>

namespace tunedesk::ui {

/// The library as a tree: the sections; in them presets, runs, and groups of runs that were queued together;
/// in a group its runs. A group stands in every section that has runs of it. Window's thread.
class LibraryModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Role {
        PathRole = Qt::UserRole, ///< QString; empty for a section and a group
        SectionRole,             ///< int
        GroupRole,               ///< QString; empty for all but a group
    };

    explicit LibraryModel(QObject* parent = nullptr);
    ~LibraryModel() override;

    /// Takes over the library's entries, telling the views only what has changed.
    void set_entries(const LibraryEntries& entries);

    /// Null for a section and a group.
    LibraryEntryPtr entry(const QModelIndex& index) const;
    /// The entry, or the entries of a group; none for a section.
    LibraryEntries entries_at(const QModelIndex& index) const;
    QModelIndex index_of(const fs::path& path) const;
    QModelIndex section_index(Section section) const;
    /// The entry that others are compared with, where there is one.
    LibraryEntryPtr baseline() const;
    /// Whether another run beside it has the same title: then only their folders distinguish them.
    bool shares_title(const LibraryEntry& entry) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    // Runs that wait can be dragged to another place of the queue.
    Qt::DropActions supportedDropActions() const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                         const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;

Q_SIGNALS:
    /// These runs were dropped right before another one in the queue, or right after it.
    void reorder_requested(const QStringList& runs, const QString& anchor, bool after);

private:
    friend class LibraryFilter;
    struct Node {
        Node* above = nullptr; ///< null: a section
        int row = 0;
        Section section = Section::finished;
        LibraryEntryPtr entry; ///< null: a section or a group
        std::string group;     ///< of a group
        QString search;        ///< lower case: what a plain word of the filter looks in
        std::vector<std::unique_ptr<Node>> below;
    };
    struct Contents;

    static const Node* node(const QModelIndex& index);
    std::optional<std::pair<fs::path, bool>> beside(int row, const QModelIndex& parent) const;
    QModelIndex index_of(const Node& node) const;
    bool set_below(Node& above, Contents& contents);
    bool remove_absent(Node& above, Contents& contents);
    bool add_missing(Node& above, const Contents& contents);
    static std::unique_ptr<Node> make_node(Node& above, const LibraryEntryPtr& entry);
    QVariant section_data(const Node& node, int role) const;
    QVariant group_data(const Node& node, int role) const;

    std::vector<std::unique_ptr<Node>> sections_;
    std::set<std::pair<std::string, std::string>> shared_titles_; ///< group and title of several runs
};

/// Sorts and filters the entries; sections stay, groups as long as one of their runs does. What waits stands
/// in the queue's order.
///
/// A filter is words, all of which must match: a plain word somewhere in the title, tags, note, state or
/// path; `key=value`, `key!=value`, `key<number`, `key>number` (and <=, >=) by a preset's key, with or
/// without its section, or a metric. Archived runs are shown only to a filter with the word `archived`.
class LibraryFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit LibraryFilter(LibraryModel* model, QObject* parent = nullptr);

    void set_filter(const QString& text);
    /// "started", "title", "state", a metric, or a preset's dotted key. Pinned entries stay above the others.
    void set_order(const QString& field, bool descending);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;

private:
    struct Condition {
        QString key, op, value; ///< a plain word has no key
        std::optional<double> number;
    };
    static bool holds(const Condition& condition, const LibraryEntry& entry, const QString& search);
    /// The entry by which a node is sorted: for a group the one that would be its first.
    const LibraryEntry* leading(const LibraryModel::Node& node) const;
    bool comes_first(const LibraryEntry& x, const LibraryEntry& y) const;

    LibraryModel* model_;
    std::vector<Condition> conditions_;
    bool archived_ = false;
    QString field_ = QStringLiteral("started");
    bool descending_ = true;
};

/// An entry's value of a field, as text: "started", "title", "state", a metric, a key ("optim" or
/// "training.optim"). Nothing where it has none.
std::optional<std::string> field_text(const LibraryEntry& entry, std::string_view field);

} // namespace tunedesk::ui
