// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library.h"

#include <QAbstractItemModel>
#include <QSet>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::ui {

/// The library as a tree: sections; in them presets, runs, and groups of runs that were queued together; in a
/// group its runs. A group is in every section that has runs of it. LibraryModel defines the displayed data.
/// Window's thread.
class LibraryTree : public QAbstractItemModel {
    Q_OBJECT

public:
    explicit LibraryTree(QObject* parent = nullptr);
    ~LibraryTree() override;

    /// Sets the library's entries, notifying the views only of changes.
    void set_entries(const LibraryEntries& entries);

    /// The entry of a node; null for a section or group.
    LibraryEntryPtr entry(const QModelIndex& index) const;
    /// The entry, or the entries of a group; empty for a section.
    LibraryEntries entries_at(const QModelIndex& index) const;
    QModelIndex index_of(const fs::path& path) const;
    QModelIndex section_index(Section section) const;
    /// The baseline's entry; null if there is none.
    LibraryEntryPtr baseline() const;
    /// Whether another run in the same node has the same title: then only their folders distinguish them.
    bool shares_title(const LibraryEntry& entry) const;
    /// The title; for a run of a sweep without the settings that all its runs share.
    QString short_title(const LibraryEntry& entry) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;

protected:
    friend class LibraryFilter;
    struct Node {
        Node* above = nullptr; ///< parent; null: a section
        int row = 0;
        Section section = Section::finished;
        LibraryEntryPtr entry; ///< null: a section or a group
        std::string group;     ///< of a group
        QString search;        ///< lower case: the text searched for plain words of the filter
        std::vector<std::unique_ptr<Node>> below;
    };

    static const Node* node(const QModelIndex& index);
    QModelIndex index_of(const Node& node) const;

private:
    struct Contents;

    bool set_below(Node& above, Contents& contents);
    bool remove_absent(Node& above, Contents& contents);
    bool add_missing(Node& above, const Contents& contents);
    static std::unique_ptr<Node> make_node(Node& above, const LibraryEntryPtr& entry);

    std::vector<std::unique_ptr<Node>> sections_;
    std::set<std::pair<std::string, std::string>> shared_titles_; ///< group and title that several runs have
    std::map<std::string, QSet<QString>> shared_settings_;        ///< by group: "max_steps=60"
};

} // namespace tunedesk::ui
