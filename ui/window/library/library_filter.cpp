#include "preset/schema/schema.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library_model.h"

#include <QRegularExpression>

namespace tunedesk::ui {

LibraryFilter::LibraryFilter(LibraryModel* model, QObject* parent)
    : QSortFilterProxyModel(parent), model_(model) {
    setRecursiveFilteringEnabled(true); // a group is there for its runs' sake
    setSourceModel(model);
    setDynamicSortFilter(true);
    sort(0);
}

void LibraryFilter::set_filter(const QString& text) {
    static const QRegularExpression spaces(QStringLiteral("\\s+"));
    static const QRegularExpression comparison(QStringLiteral("^([\\w.]+)(=|!=|<=|>=|<|>)(.+)$"));
    conditions_.clear();
    archived_ = shipped_ = false;
    for (const QString& word : text.toLower().split(spaces, Qt::SkipEmptyParts)) {
        if (word == QStringLiteral("archived")) {
            archived_ = true;
            continue;
        }
        if (word == QStringLiteral("shipped")) shipped_ = true;
        const auto match = comparison.match(word);
        if (!match.hasMatch()) {
            conditions_.push_back({{}, {}, word, {}});
            continue;
        }
        const QString value = match.captured(3);
        conditions_.push_back(
            {match.captured(1), match.captured(2), value, preset::read_number(value.toStdString())});
    }
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

bool LibraryFilter::holds(const Condition& condition, const LibraryEntry& entry, const QString& search) {
    if (condition.key.isEmpty()) return search.contains(condition.value);
    const auto text = field_text(entry, condition.key.toStdString());
    if (!text) return false;
    const auto number = preset::read_number(*text);
    if (condition.op == u"=" || condition.op == u"!=") {
        const bool equal = number && condition.number ? *number == *condition.number
                                                      : to_qt(*text).toLower() == condition.value;
        return equal == (condition.op == u"=");
    }
    if (!number || !condition.number) return false;
    if (condition.op == u"<") return *number < *condition.number;
    if (condition.op == u">") return *number > *condition.number;
    if (condition.op == u"<=") return *number <= *condition.number;
    return *number >= *condition.number;
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
    if (node.entry->note.archived && !archived_) return false;
    if (node.entry->origin == "shipped" && !shipped_ && !node.entry->is_changed) return false;
    for (const Condition& condition : conditions_)
        if (!holds(condition, *node.entry, node.search)) return false;
    return true;
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
