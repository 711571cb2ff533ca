#include "ui/window/library_model.h"

#include "base/text.h"
#include "ui/widgets/text.h"

#include <QFont>
#include <map>

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
    QString text = to_qt(entry.title()) + u'\n' + to_qt(entry.name) + u'\n' + to_qt(entry.note.text) + u'\n' +
                   to_qt(entry.state) + u'\n' + to_qt(entry.path);
    for (const std::string& tag : entry.note.tags)
        text += u'\n' + to_qt(tag);
    return text.toLower();
}

QString tool_tip(const LibraryEntry& entry) {
    QString text = to_qt(entry.title()) + u'\n' + shown_path(entry.path, 90) + u'\n' + to_qt(entry.state);
    if (!entry.started.empty()) text += LibraryModel::tr(", started %1").arg(to_qt(entry.started));
    if (!entry.note.text.empty()) text += QStringLiteral("\n\n") + to_qt(entry.note.text);
    return text;
}

} // namespace

LibraryModel::LibraryModel(QObject* parent) : QAbstractItemModel(parent) {}

void LibraryModel::set_entries(const LibraryEntries& entries) {
    for (std::size_t section = 0; section < sections_.size(); ++section) {
        std::map<fs::path, LibraryEntryPtr> wanted;
        for (const LibraryEntryPtr& entry : entries)
            if (number_of(entry->section) == section) wanted.emplace(entry->path, entry);
        std::vector<Listed>& rows = sections_[section];
        const QModelIndex above = createIndex(static_cast<int>(section), 0, quintptr(0));
        bool counted_anew = false;
        for (int row = static_cast<int>(rows.size()) - 1; row >= 0; --row) {
            Listed& listed = rows[static_cast<std::size_t>(row)];
            const auto found = wanted.find(listed.entry->path);
            if (found == wanted.end()) {
                beginRemoveRows(above, row, row);
                rows.erase(rows.begin() + row);
                endRemoveRows();
                counted_anew = true;
                continue;
            }
            if (found->second != listed.entry) {
                listed = {found->second, search_text(*found->second)};
                const QModelIndex changed = index(row, 0, above);
                Q_EMIT dataChanged(changed, changed);
            }
            wanted.erase(found);
        }
        if (!wanted.empty()) {
            const int first = static_cast<int>(rows.size());
            beginInsertRows(above, first, first + static_cast<int>(wanted.size()) - 1);
            for (const auto& [path, entry] : wanted)
                rows.push_back({entry, search_text(*entry)});
            endInsertRows();
            counted_anew = true;
        }
        if (counted_anew) Q_EMIT dataChanged(above, above);
    }
}

const LibraryModel::Listed* LibraryModel::listed(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0) return nullptr;
    return &sections_[static_cast<std::size_t>(index.internalId() - 1)]
                     [static_cast<std::size_t>(index.row())];
}

LibraryEntryPtr LibraryModel::entry(const QModelIndex& index) const {
    const Listed* found = listed(index);
    return found ? found->entry : nullptr;
}

QModelIndex LibraryModel::section_index(Section section) const {
    return createIndex(static_cast<int>(section), 0, quintptr(0));
}

QModelIndex LibraryModel::index_of(const fs::path& path) const {
    for (std::size_t section = 0; section < sections_.size(); ++section)
        for (std::size_t row = 0; row < sections_[section].size(); ++row)
            if (sections_[section][row].entry->path == path)
                return createIndex(static_cast<int>(row), 0, quintptr(section + 1));
    return {};
}

LibraryEntryPtr LibraryModel::baseline() const {
    for (const auto& rows : sections_)
        for (const Listed& listed : rows)
            if (listed.entry->is_baseline) return listed.entry;
    return nullptr;
}

QModelIndex LibraryModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row() + 1) : quintptr(0));
}

QModelIndex LibraryModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0) return {};
    return createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr(0));
}

int LibraryModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(sections_.size());
    if (parent.internalId() != 0 || parent.column() != 0) return 0;
    return static_cast<int>(sections_[static_cast<std::size_t>(parent.row())].size());
}

int LibraryModel::columnCount(const QModelIndex&) const {
    return 1;
}

QVariant LibraryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Listed* found = listed(index);
    if (!found) {
        const auto section = static_cast<std::size_t>(index.row());
        switch (role) {
        case Qt::DisplayRole:
            return tr("%1 (%2)").arg(title_of(section)).arg(sections_[section].size());
        case Qt::FontRole: {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        case SectionRole:
            return index.row();
        default:
            return {};
        }
    }
    switch (role) {
    case Qt::DisplayRole:
        return to_qt(found->entry->title());
    case Qt::ToolTipRole:
        return tool_tip(*found->entry);
    case Qt::AccessibleTextRole:
        return to_qt(found->entry->title()) + QStringLiteral(", ") + to_qt(found->entry->state);
    case PathRole:
        return to_qt(found->entry->path);
    case SectionRole:
        return static_cast<int>(found->entry->section);
    default:
        return {};
    }
}

Qt::ItemFlags LibraryModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    if (!listed(index)) return Qt::ItemIsEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

std::optional<std::string> field_text(const LibraryEntry& entry, std::string_view field) {
    if (field == "started") return entry.started;
    if (field == "title") return entry.title();
    if (field == "state") return entry.state;
    if (const auto metric = entry.metrics.find(std::string(field)); metric != entry.metrics.end())
        return shortest(metric->second);
    for (const auto& [key, value] : entry.settings)
        if (key == field ||
            (key.size() > field.size() && key.ends_with(field) && key[key.size() - field.size() - 1] == '.'))
            return value;
    return std::nullopt;
}

} // namespace tunedesk::ui
