// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/library/library_tree.h"

#include "ui/widgets/text.h"
#include "ui/window/library/entry_query.h"

#include <map>
#include <utility>

namespace tunedesk::ui {

namespace {

std::size_t number_of(Section section) {
    return static_cast<std::size_t>(section);
}

/// "learning_rate=2e-5", ...: the parts of a run's setting within its group.
QSet<QString> settings_of(const LibraryEntry& entry) {
    const QStringList parts = to_qt(entry.setting).split(u' ', Qt::SkipEmptyParts);
    return {parts.begin(), parts.end()};
}

/// What all runs of a group have in common; of a group of one run nothing is left out.
std::map<std::string, QSet<QString>> shared_settings(const LibraryEntries& entries) {
    std::map<std::string, QSet<QString>> shared;
    std::map<std::string, int> runs;
    for (const LibraryEntryPtr& entry : entries) {
        if (entry->group.empty() || entry->setting.empty()) continue;
        QSet<QString>& common = shared[entry->group];
        common = runs[entry->group]++ == 0 ? settings_of(*entry) : common & settings_of(*entry);
    }
    std::erase_if(shared, [&](const auto& group) { return runs[group.first] < 2; });
    return shared;
}

} // namespace

/// What is to be below a section or a group.
struct LibraryTree::Contents {
    std::map<fs::path, LibraryEntryPtr> entries;
    std::map<std::string, Contents> groups;
};

LibraryTree::LibraryTree(QObject* parent) : QAbstractItemModel(parent) {
    for (int section = 0; section < 4; ++section) {
        sections_.push_back(std::make_unique<Node>());
        sections_.back()->row = section;
        sections_.back()->section = static_cast<Section>(section);
    }
}

LibraryTree::~LibraryTree() = default;

void LibraryTree::set_entries(const LibraryEntries& entries) {
    std::vector<Contents> contents(sections_.size());
    std::set<std::pair<std::string, std::string>> titles, shared;
    for (const LibraryEntryPtr& entry : entries) {
        if (entry->is_run())
            if (const std::pair title(entry->group, entry->title()); !titles.insert(title).second)
                shared.insert(title);
        Contents& section = contents[number_of(entry->section)];
        (entry->group.empty() ? section : section.groups[entry->group]).entries.emplace(entry->path, entry);
    }
    const auto settings = shared_settings(entries);
    const bool settings_changed = std::exchange(shared_settings_, settings) != settings;
    const bool titles_changed = std::exchange(shared_titles_, shared) != shared || settings_changed;
    for (std::size_t section = 0; section < sections_.size(); ++section) {
        set_below(*sections_[section], contents[section]);
        const QModelIndex above = index_of(*sections_[section]);
        if (const int rows = rowCount(above); titles_changed && rows > 0)
            Q_EMIT dataChanged(index(0, 0, above), index(rows - 1, 0, above));
    }
}

bool LibraryTree::shares_title(const LibraryEntry& entry) const {
    return entry.is_run() && shared_titles_.contains({entry.group, entry.title()});
}

QString LibraryTree::short_title(const LibraryEntry& entry) const {
    const QString title = to_qt(entry.title());
    const auto shared = shared_settings_.find(entry.group);
    if (entry.group.empty() || !entry.note.title.empty() || shared == shared_settings_.end()) return title;
    QStringList parts = title.split(u' ', Qt::SkipEmptyParts);
    parts.removeIf([&](const QString& part) { return shared->second.contains(part); });
    return parts.isEmpty() ? title : parts.join(u' ');
}

/// Whether anything has changed; the node above shows the count.
bool LibraryTree::set_below(Node& above, Contents& contents) {
    bool changed = remove_absent(above, contents);
    changed = add_missing(above, contents) || changed;
    if (changed) {
        const QModelIndex index = index_of(above);
        Q_EMIT dataChanged(index, index);
    }
    return changed;
}

/// Also brings those that stay up to date, and takes them out of `contents`.
bool LibraryTree::remove_absent(Node& above, Contents& contents) {
    bool removed = false;
    for (int row = static_cast<int>(above.below.size()) - 1; row >= 0; --row) {
        Node& here = *above.below[static_cast<std::size_t>(row)];
        const auto entry = here.entry ? contents.entries.find(here.entry->path) : contents.entries.end();
        const auto group = here.entry ? contents.groups.end() : contents.groups.find(here.group);
        if (entry != contents.entries.end()) {
            if (here.entry != entry->second) {
                here.entry = entry->second;
                here.search = search_text(*here.entry);
                const QModelIndex index = index_of(here);
                Q_EMIT dataChanged(index, index);
            }
            contents.entries.erase(entry);
        } else if (group != contents.groups.end()) {
            set_below(here, group->second);
            contents.groups.erase(group);
        } else {
            beginRemoveRows(index_of(above), row, row);
            above.below.erase(above.below.begin() + row);
            for (std::size_t after = static_cast<std::size_t>(row); after < above.below.size(); ++after)
                above.below[after]->row = static_cast<int>(after);
            endRemoveRows();
            removed = true;
        }
    }
    return removed;
}

bool LibraryTree::add_missing(Node& above, const Contents& contents) {
    const int first = static_cast<int>(above.below.size());
    const int count = static_cast<int>(contents.entries.size() + contents.groups.size());
    if (count == 0) return false;
    beginInsertRows(index_of(above), first, first + count - 1);
    for (const auto& [path, entry] : contents.entries)
        above.below.push_back(make_node(above, entry));
    for (const auto& [name, group] : contents.groups) {
        above.below.push_back(make_node(above, nullptr));
        Node& node = *above.below.back();
        node.group = name;
        for (const auto& [path, entry] : group.entries)
            node.below.push_back(make_node(node, entry));
    }
    endInsertRows();
    return true;
}

std::unique_ptr<LibraryTree::Node> LibraryTree::make_node(Node& above, const LibraryEntryPtr& entry) {
    auto node = std::make_unique<Node>();
    node->above = &above;
    node->row = static_cast<int>(above.below.size());
    node->section = above.section;
    node->entry = entry;
    if (entry) node->search = search_text(*entry);
    return node;
}

const LibraryTree::Node* LibraryTree::node(const QModelIndex& index) {
    return static_cast<const Node*>(index.internalPointer());
}

QModelIndex LibraryTree::index_of(const Node& node) const {
    return createIndex(node.row, 0, &node);
}

LibraryEntryPtr LibraryTree::entry(const QModelIndex& index) const {
    return index.isValid() ? node(index)->entry : nullptr;
}

LibraryEntries LibraryTree::entries_at(const QModelIndex& index) const {
    LibraryEntries entries;
    if (!index.isValid() || !node(index)->above) return entries;
    if (node(index)->entry) return {node(index)->entry};
    for (const auto& below : node(index)->below)
        entries.push_back(below->entry);
    return entries;
}

QModelIndex LibraryTree::section_index(Section section) const {
    return index_of(*sections_[number_of(section)]);
}

QModelIndex LibraryTree::index_of(const fs::path& path) const {
    for (const auto& section : sections_)
        for (const auto& item : section->below) {
            if (item->entry && item->entry->path == path) return index_of(*item);
            for (const auto& run : item->below)
                if (run->entry->path == path) return index_of(*run);
        }
    return {};
}

LibraryEntryPtr LibraryTree::baseline() const {
    for (const auto& section : sections_)
        for (const auto& item : section->below) {
            if (item->entry && item->entry->is_baseline) return item->entry;
            for (const auto& run : item->below)
                if (run->entry->is_baseline) return run->entry;
        }
    return nullptr;
}

QModelIndex LibraryTree::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    const auto& rows = parent.isValid() ? node(parent)->below : sections_;
    return index_of(*rows[static_cast<std::size_t>(row)]);
}

QModelIndex LibraryTree::parent(const QModelIndex& index) const {
    if (!index.isValid() || !node(index)->above) return {};
    return index_of(*node(index)->above);
}

int LibraryTree::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(sections_.size());
    return parent.column() == 0 ? static_cast<int>(node(parent)->below.size()) : 0;
}

int LibraryTree::columnCount(const QModelIndex&) const {
    return 1;
}

} // namespace tunedesk::ui
