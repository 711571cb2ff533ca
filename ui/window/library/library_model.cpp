// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/library/library_model.h"

#include "run/folder/remote_place.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QFont>

namespace tunedesk::ui {

namespace {

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

QString tool_tip(const LibraryEntry& entry) {
    QString text = to_qt(entry.title()) + u'\n' + shown_path(entry.path, 90);
    if (entry.is_run()) text += u'\n' + state_text(entry.status);
    if (!entry.started.empty()) text += LibraryModel::tr(", started %1").arg(when_text(entry.started));
    if (entry.is_changed) text += u'\n' + LibraryModel::tr("Has changes that are not saved");
    if (!entry.note.text.empty()) text += QStringLiteral("\n\n") + to_qt(entry.note.text);
    return text;
}

} // namespace

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
        if (!item->entry)
            count += item->below.size();
        else if (item->entry->origin != "shipped") // LibraryFilter hides these
            ++count;
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

} // namespace tunedesk::ui
