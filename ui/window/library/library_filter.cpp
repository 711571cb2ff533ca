// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/schema.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library_model.h"

namespace tunedesk::ui {

LibraryFilter::LibraryFilter(LibraryModel* model, QObject* parent)
    : QSortFilterProxyModel(parent), model_(model) {
    setRecursiveFilteringEnabled(true); // a group is there for its runs' sake
    setSourceModel(model);
    setDynamicSortFilter(true);
    sort(0);
}

void LibraryFilter::set_filter(const QString& text) {
    query_ = EntryQuery(text);
    invalidateFilter();
}

void LibraryFilter::set_listed(Listed listed) {
    if (listed == listed_) return;
    listed_ = listed;
    invalidateFilter();
}

void LibraryFilter::set_order(const QString& field, bool descending) {
    field_ = field;
    descending_ = descending;
    invalidate();
}

bool LibraryFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const LibraryModel::Node& node = *LibraryModel::node(model_->index(row, 0, parent));
    const bool is_preset = node.section == Section::presets, waits = node.section == Section::queued;
    const bool listed = listed_ == Listed::all || (listed_ == Listed::runs && !is_preset) ||
                        (listed_ == Listed::queue && waits) || (listed_ == Listed::presets && is_preset);
    if (!listed) return false;
    // An empty queue is not worth a line; the other sections say what there is to be.
    if (!node.above) return listed_ == Listed::queue || !waits || !node.below.empty();
    if (!node.entry) return false;
    return query_.accepts(*node.entry, node.search);
}

const LibraryEntry* LibraryFilter::leading(const LibraryModel::Node& node) const {
    if (node.entry) return node.entry.get();
    const LibraryEntry* first = nullptr;
    for (const auto& below : node.below)
        if (below->entry && (!first || comes_first(*below->entry, *first))) first = below->entry.get();
    return first;
}

bool LibraryFilter::lessThan(const QModelIndex& a, const QModelIndex& b) const {
    const LibraryModel::Node &left = *LibraryModel::node(a), &right = *LibraryModel::node(b);
    if (!left.above || !right.above) return a.row() < b.row();
    const LibraryEntry *x = leading(left), *y = leading(right);
    return x && y ? comes_first(*x, *y) : a.row() < b.row();
}

bool LibraryFilter::comes_first(const LibraryEntry& x, const LibraryEntry& y) const {
    if (x.status.place != y.status.place) return x.status.place < y.status.place;
    if (x.note.pinned != y.note.pinned) return x.note.pinned;
    if (!x.is_run()) return x.origin != y.origin ? x.origin < y.origin : x.name < y.name; // "recent" first
    const std::string field = field_.toStdString();
    const auto p = field_text(x, field), q = field_text(y, field);
    if (p.has_value() != q.has_value()) return p.has_value(); // what has no value comes last
    if (p && *p != *q) {
        const auto u = preset::read_number(*p), v = preset::read_number(*q);
        const bool less = u && v ? *u < *v : *p < *q;
        return less != descending_;
    }
    return x.path < y.path;
}

} // namespace tunedesk::ui
