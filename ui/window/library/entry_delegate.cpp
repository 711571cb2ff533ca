#include "ui/window/library/entry_delegate.h"

#include "run/folder/remote_place.h"
#include "task/task.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library_model.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr int margin = 6;

LibraryEntryPtr entry_at(const LibraryModel* model, const QModelIndex& index) {
    const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(index.model());
    return model->entry(proxy ? proxy->mapToSource(index) : index);
}

QFont small(const QFont& font) {
    QFont smaller = font;
    smaller.setPointSizeF(font.pointSizeF() * 0.88);
    return smaller;
}

QString below(const LibraryEntry& entry, bool shares_title) {
    if (entry.origin == "draft" && !entry.is_run()) return EntryDelegate::tr("not saved yet");
    if (!entry.is_run())
        return entry.origin == "shipped" ? EntryDelegate::tr("comes with TuneDesk")
                                         : shown_path(entry.path, 60);
    const event::RunStatus& status = entry.status;
    QStringList parts{status.place == 0 ? state_text(status)
                      : status.is(event::state::held)
                          ? EntryDelegate::tr("held at place %1").arg(status.place)
                          : EntryDelegate::tr("place %1 in the queue").arg(status.place)};
    if (shares_title) parts.prepend(to_qt(entry.path.filename()));
    if (entry.section == Section::running && entry.steps > 0)
        parts << EntryDelegate::tr("%1% done").arg(100 * entry.step / entry.steps);
    if (const QString text = when_text(entry.started); !text.isEmpty())
        parts << (entry.section == Section::queued ? text : EntryDelegate::tr("started %1").arg(text));
    for (const std::string& tag : entry.note.tags)
        parts << u'#' + to_qt(tag);
    return parts.join(QStringLiteral(" · "));
}

/// What the run's task is judged by, with how far it is from the baseline's.
QString figures(const LibraryEntry& entry, const LibraryEntryPtr& baseline) {
    const task::Metric* metric =
        task::headline_among([&](const char* name) { return entry.metrics.contains(name); });
    if (!metric) return {};
    const double value = entry.metrics.at(metric->name);
    QString text = QString::number(value, 'f', 4);
    if (!baseline || baseline->path == entry.path) return text;
    const auto other = baseline->metrics.find(metric->name);
    if (other == baseline->metrics.end()) return text;
    const double difference = value - other->second;
    return text + QStringLiteral(" (%1%2)")
                      .arg(difference < 0 ? QChar(0x2212) : u'+')
                      .arg(std::abs(difference), 0, 'f', 4);
}

/// A group is a machine, or runs that were queued together.
QString below_group(const QModelIndex& group) {
    const int runs = group.model()->rowCount(group);
    const QString first = group.model()->index(0, 0, group).data(LibraryModel::PathRole).toString();
    if (run::remote_run_of(to_path(first)))
        return EntryDelegate::tr("%n run(s) on this server", nullptr, runs);
    return EntryDelegate::tr("sweep, %n run(s)", nullptr, runs);
}

QString title_with_marks(const LibraryEntry& entry) {
    QString text = to_qt(entry.title());
    if (entry.is_changed) text.prepend(QStringLiteral("● "));
    if (entry.is_baseline) text.prepend(QStringLiteral("◆ "));
    if (entry.note.pinned) text.prepend(QStringLiteral("★ "));
    return text;
}

} // namespace

EntryDelegate::EntryDelegate(const LibraryModel* model, QObject* parent)
    : QStyledItemDelegate(parent), model_(model) {}

QSize EntryDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const int line = QFontMetrics(option.font).height();
    if (!index.parent().isValid()) return {80, line + 2 * margin};
    return {80, line + QFontMetrics(small(option.font)).height() + 2 * margin};
}

void EntryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    if (!index.parent().isValid()) return QStyledItemDelegate::paint(painter, option, index);
    const LibraryEntryPtr entry = entry_at(model_, index);
    QStyleOptionViewItem background = option;
    initStyleOption(&background, index);
    background.text.clear();
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);

    painter->save();
    const bool selected = option.state & QStyle::State_Selected;
    const QPalette::ColorGroup group =
        option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
    const QColor strong = option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text);
    QColor faint = strong;
    faint.setAlphaF(selected ? 0.9F : 0.72F);
    const QRect box = option.rect.adjusted(margin, margin, -margin, -margin);
    const QFontMetrics metrics(option.font);
    const QString title = entry ? title_with_marks(*entry) : index.data().toString();
    const QString under = entry ? below(*entry, model_->shares_title(*entry)) : below_group(index);
    const QString right = entry ? figures(*entry, model_->baseline()) : QString();
    const int right_width = right.isEmpty() ? 0 : metrics.horizontalAdvance(right) + margin;
    painter->setFont(option.font);
    painter->setPen(strong);
    painter->drawText(box, Qt::AlignTop | Qt::AlignRight, right);
    painter->drawText(box.adjusted(0, 0, -right_width, 0), Qt::AlignTop | Qt::AlignLeft,
                      metrics.elidedText(title, Qt::ElideRight, box.width() - right_width));
    const QFont smaller = small(option.font);
    painter->setFont(smaller);
    painter->setPen(faint);
    painter->drawText(box, Qt::AlignBottom | Qt::AlignLeft,
                      QFontMetrics(smaller).elidedText(under, Qt::ElideRight, box.width()));
    painter->restore();
}

} // namespace tunedesk::ui
