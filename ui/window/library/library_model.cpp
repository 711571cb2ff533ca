#include "ui/window/library/library_model.h"

#include "base/text.h"
#include "run/folder/remote_place.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QFont>
#include <map>
#include <utility>

namespace tunedesk::ui {

namespace {

std::size_t number_of(Section section) {
    return static_cast<std::size_t>(section);
}

QString title_of(std::size_t section) {
    switch (static_cast<Section>(section)) {
    case Section::running:
        return LibraryModel::tr("Running");
    case Section::queued:
        return LibraryModel::tr("Queued");
    case Section::finished:
        return LibraryModel::tr("Finished");
    default:
        return LibraryModel::tr("Presets");
    }
}

QString search_text(const LibraryEntry& entry) {
    QString text = to_qt(entry.group) + u'\n' + to_qt(entry.title()) + u'\n' + to_qt(entry.name) + u'\n' +
                   to_qt(entry.note.text) + u'\n' + to_qt(status_text(entry.status)) + u'\n' +
                   to_qt(entry.origin) + u'\n' + to_qt(entry.path);
    for (const std::string& tag : entry.note.tags)
        text += u'\n' + to_qt(tag);
    return text.toLower();
}

QString tool_tip(const LibraryEntry& entry) {
    QString text = to_qt(entry.title()) + u'\n' + shown_path(entry.path, 90);
    if (entry.is_run()) text += u'\n' + state_text(entry.status);
    if (!entry.started.empty()) text += LibraryModel::tr(", started %1").arg(when_text(entry.started));
    if (entry.is_changed) text += u'\n' + LibraryModel::tr("Has changes that are not saved");
    if (!entry.note.text.empty()) text += QStringLiteral("\n\n") + to_qt(entry.note.text);
    return text;
}

} // namespace

/// What is to be below a section or a group.
struct LibraryModel::Contents {
    std::map<fs::path, LibraryEntryPtr> entries;
    std::map<std::string, Contents> groups;
};

LibraryModel::LibraryModel(QObject* parent) : QAbstractItemModel(parent) {
    for (int section = 0; section < 4; ++section) {
        sections_.push_back(std::make_unique<Node>());
        sections_.back()->row = section;
        sections_.back()->section = static_cast<Section>(section);
    }
}

LibraryModel::~LibraryModel() = default;

void LibraryModel::set_entries(const LibraryEntries& entries) {
    std::vector<Contents> contents(sections_.size());
    std::set<std::pair<std::string, std::string>> titles, shared;
    for (const LibraryEntryPtr& entry : entries) {
        if (entry->is_run())
            if (const std::pair title(entry->group, entry->title()); !titles.insert(title).second)
                shared.insert(title);
        Contents& section = contents[number_of(entry->section)];
        (entry->group.empty() ? section : section.groups[entry->group]).entries.emplace(entry->path, entry);
    }
    const bool titles_changed = std::exchange(shared_titles_, shared) != shared;
    for (std::size_t section = 0; section < sections_.size(); ++section) {
        set_below(*sections_[section], contents[section]);
        const QModelIndex above = index_of(*sections_[section]);
        if (const int rows = rowCount(above); titles_changed && rows > 0)
            Q_EMIT dataChanged(index(0, 0, above), index(rows - 1, 0, above));
    }
}

bool LibraryModel::shares_title(const LibraryEntry& entry) const {
    return entry.is_run() && shared_titles_.contains({entry.group, entry.title()});
}

/// Whether anything has changed; the node above shows the count.
bool LibraryModel::set_below(Node& above, Contents& contents) {
    bool changed = remove_absent(above, contents);
    changed = add_missing(above, contents) || changed;
    if (changed) {
        const QModelIndex index = index_of(above);
        Q_EMIT dataChanged(index, index);
    }
    return changed;
}

/// Also brings those that stay up to date, and takes them out of `contents`.
bool LibraryModel::remove_absent(Node& above, Contents& contents) {
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

bool LibraryModel::add_missing(Node& above, const Contents& contents) {
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

std::unique_ptr<LibraryModel::Node> LibraryModel::make_node(Node& above, const LibraryEntryPtr& entry) {
    auto node = std::make_unique<Node>();
    node->above = &above;
    node->row = static_cast<int>(above.below.size());
    node->section = above.section;
    node->entry = entry;
    if (entry) node->search = search_text(*entry);
    return node;
}

const LibraryModel::Node* LibraryModel::node(const QModelIndex& index) {
    return static_cast<const Node*>(index.internalPointer());
}

QModelIndex LibraryModel::index_of(const Node& node) const {
    return createIndex(node.row, 0, &node);
}

LibraryEntryPtr LibraryModel::entry(const QModelIndex& index) const {
    return index.isValid() ? node(index)->entry : nullptr;
}

LibraryEntries LibraryModel::entries_at(const QModelIndex& index) const {
    LibraryEntries entries;
    if (!index.isValid() || !node(index)->above) return entries;
    if (node(index)->entry) return {node(index)->entry};
    for (const auto& below : node(index)->below)
        entries.push_back(below->entry);
    return entries;
}

QModelIndex LibraryModel::section_index(Section section) const {
    return index_of(*sections_[number_of(section)]);
}

QModelIndex LibraryModel::index_of(const fs::path& path) const {
    for (const auto& section : sections_)
        for (const auto& item : section->below) {
            if (item->entry && item->entry->path == path) return index_of(*item);
            for (const auto& run : item->below)
                if (run->entry->path == path) return index_of(*run);
        }
    return {};
}

LibraryEntryPtr LibraryModel::baseline() const {
    for (const auto& section : sections_)
        for (const auto& item : section->below) {
            if (item->entry && item->entry->is_baseline) return item->entry;
            for (const auto& run : item->below)
                if (run->entry->is_baseline) return run->entry;
        }
    return nullptr;
}

QModelIndex LibraryModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    const auto& rows = parent.isValid() ? node(parent)->below : sections_;
    return index_of(*rows[static_cast<std::size_t>(row)]);
}

QModelIndex LibraryModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || !node(index)->above) return {};
    return index_of(*node(index)->above);
}

int LibraryModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(sections_.size());
    return parent.column() == 0 ? static_cast<int>(node(parent)->below.size()) : 0;
}

int LibraryModel::columnCount(const QModelIndex&) const {
    return 1;
}

QVariant LibraryModel::section_data(const Node& node, int role) const {
    if (role == SectionRole) return node.row;
    if (role == Qt::FontRole) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    if (role != Qt::DisplayRole) return {};
    std::size_t count = 0;
    for (const auto& item : node.below)
        count += item->entry ? 1 : item->below.size();
    return tr("%1 (%2)").arg(title_of(static_cast<std::size_t>(node.row))).arg(count);
}

QVariant LibraryModel::group_data(const Node& node, int role) const {
    switch (role) {
    case Qt::DisplayRole:
    case GroupRole:
        return to_qt(node.group);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        if (!node.below.empty() && run::remote_run_of(node.below.front()->entry->path))
            return tr("%1: %n run(s) on this server", nullptr, static_cast<int>(node.below.size()))
                .arg(to_qt(node.group));
        return tr("%1: %n run(s) that were queued together", nullptr, static_cast<int>(node.below.size()))
            .arg(to_qt(node.group));
    case SectionRole:
        return static_cast<int>(node.section);
    default:
        return {};
    }
}

QVariant LibraryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Node& here = *node(index);
    if (!here.above) return section_data(here, role);
    if (!here.entry) return group_data(here, role);
    switch (role) {
    case Qt::DisplayRole:
        return to_qt(here.entry->title());
    case Qt::ToolTipRole:
        return tool_tip(*here.entry);
    case Qt::AccessibleTextRole:
        return to_qt(here.entry->title()) +
               (shares_title(*here.entry) ? QStringLiteral(", ") + to_qt(here.entry->path.filename())
                                          : QString()) +
               (here.entry->is_run() ? QStringLiteral(", ") + state_text(here.entry->status) : QString()) +
               (here.entry->is_changed ? QStringLiteral(", ") + tr("not saved") : QString());
    case PathRole:
        return to_qt(here.entry->path);
    case SectionRole:
        return static_cast<int>(here.section);
    default:
        return {};
    }
}

Qt::ItemFlags LibraryModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    const Node& here = *node(index);
    const bool waits = here.section == Section::queued;
    const Qt::ItemFlags drop = waits && !here.entry ? Qt::ItemIsDropEnabled : Qt::NoItemFlags;
    if (!here.above) return Qt::ItemIsEnabled | drop;
    const LibraryEntries entries = waits ? entries_at(index) : LibraryEntries();
    const bool moves = !entries.empty() && entries.front()->status.place > 0;
    const Qt::ItemFlags flags =
        Qt::ItemIsEnabled | Qt::ItemIsSelectable | drop | (moves ? Qt::ItemIsDragEnabled : Qt::NoItemFlags);
    return here.entry ? flags | Qt::ItemNeverHasChildren : flags;
}

std::optional<std::string> field_text(const LibraryEntry& entry, std::string_view field) {
    if (field == "started") return entry.started;
    if (field == "title") return entry.title();
    if (field == "state") return entry.is_run() ? status_text(entry.status) : entry.origin;
    if (const auto metric = entry.metrics.find(std::string(field)); metric != entry.metrics.end())
        return shortest(metric->second);
    for (const auto& [key, value] : entry.settings)
        if (key == field ||
            (key.size() > field.size() && key.ends_with(field) && key[key.size() - field.size() - 1] == '.'))
            return value;
    return std::nullopt;
}

} // namespace tunedesk::ui
