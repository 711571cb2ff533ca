// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/library/entry_delegate.h"

#include "run/folder/remote_place.h"
#include "ui/style/chip.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/widgets/text.h"
#include "ui/window/library/entry_text.h"
#include "ui/window/library/library_model.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int margin = 7;

LibraryEntryPtr entry_at(const LibraryModel* model, const QModelIndex& index) {
    const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(index.model());
    return model->entry(proxy ? proxy->mapToSource(index) : index);
}

QFont small(const QFont& font) {
    QFont smaller = font;
    smaller.setPointSizeF(font.pointSizeF() * 0.88);
    return smaller;
}

/// The remark of a group, which is a server or runs that were queued together.
QString below_group(const QModelIndex& group) {
    const int runs = group.model()->rowCount(group);
    const QString first = group.model()->index(0, 0, group).data(LibraryModel::PathRole).toString();
    if (run::remote_run_of(to_path(first)))
        return EntryDelegate::tr("%n run(s) on this server", nullptr, runs);
    return EntryDelegate::tr("sweep, %n run(s)", nullptr, runs);
}

style::StateLook look_of(const LibraryEntryPtr& entry, const style::Colors& colors) {
    if (!entry) return {QStringLiteral("runs"), colors.muted};
    if (entry->is_run()) return style::state_look(entry->status.state, colors);
    return {QStringLiteral("presets"), colors.muted};
}

} // namespace

void paint_run_progress(QPainter& painter, const LibraryEntry& entry, const QRect& box,
                        const style::Colors& colors) {
    if (entry.section != Section::running || entry.steps <= 0) return;
    const double share = std::min(1.0, static_cast<double>(entry.step) / static_cast<double>(entry.steps));
    const QRectF line(box.left(), box.bottom() - 1, box.width(), 3);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.sunken);
    painter.drawRoundedRect(line, 1.5, 1.5);
    painter.setBrush(colors.accent);
    painter.drawRoundedRect(QRectF(line.topLeft(), QSizeF(line.width() * share, 3)), 1.5, 1.5);
    painter.restore();
}

EntryDelegate::EntryDelegate(const LibraryModel* model, QObject* parent)
    : QStyledItemDelegate(parent), model_(model) {}

QSize EntryDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const int line = QFontMetrics(option.font).height();
    if (!index.parent().isValid()) return {80, line + 2 * margin};
    return {80, line + QFontMetrics(small(option.font)).height() + 2 * margin + style::xs};
}

void EntryDelegate::paint_section(QPainter* painter, const QStyleOptionViewItem& option,
                                  const QModelIndex& index) const {
    painter->save();
    QFont face = small(option.font);
    face.setWeight(QFont::DemiBold);
    painter->setFont(face);
    painter->setPen(style::colors_of(option.palette).muted);
    painter->drawText(option.rect.adjusted(style::xs, 0, -style::xs, 0), Qt::AlignLeft | Qt::AlignVCenter,
                      index.data().toString());
    painter->restore();
}

void EntryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    if (!index.parent().isValid()) return paint_section(painter, option, index);
    const LibraryEntryPtr entry = entry_at(model_, index);
    QStyleOptionViewItem background = option;
    initStyleOption(&background, index);
    background.text.clear();
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const style::Colors& colors = style::colors_of(option.palette);
    const style::StateLook look = look_of(entry, colors);
    const QRect box = option.rect.adjusted(margin + style::hair, margin, -margin - style::hair, -margin);
    const QRect icon(box.left(), box.top() + 1, style::icon_size, style::icon_size);
    style::paint_icon(*painter, look.icon, icon, look.color);
    const QRect texts = box.adjusted(icon.width() + style::s, 0, 0, 0);
    const QString title =
        entry ? title_with_marks(*entry, model_->short_title(*entry)) : index.data().toString();
    const QString right = entry ? score_text(*entry) : QString();
    const QFontMetrics metrics(option.font);
    const int right_width = right.isEmpty() ? 0 : metrics.horizontalAdvance(right) + style::s;
    painter->setFont(option.font);
    painter->setPen(colors.text);
    painter->drawText(texts, Qt::AlignTop | Qt::AlignRight, right);
    painter->drawText(texts, Qt::AlignTop | Qt::AlignLeft,
                      metrics.elidedText(title, Qt::ElideRight, texts.width() - right_width));
    paint_remark(painter, option, texts, index, look.color);
    if (entry)
        paint_run_progress(*painter, *entry, option.rect.adjusted(margin + 2, 0, -margin - 2, -2), colors);
    painter->restore();
}

/// Failed and stopped runs are marked in their state's color.
void EntryDelegate::paint_remark(QPainter* painter, const QStyleOptionViewItem& option, const QRect& box,
                                 const QModelIndex& index, const QColor& state) const {
    const LibraryEntryPtr entry = entry_at(model_, index);
    const style::Colors& colors = style::colors_of(option.palette);
    const QFont face = small(option.font);
    const QFontMetrics metrics(face);
    painter->setFont(face);
    const QString difference = entry ? score_difference(*entry, model_->baseline()) : QString();
    if (!difference.isEmpty()) {
        painter->setPen(is_better(*entry, model_->baseline()) ? colors.success : colors.muted);
        painter->drawText(box, Qt::AlignBottom | Qt::AlignRight, difference);
    }
    const int room =
        box.width() - (difference.isEmpty() ? 0 : metrics.horizontalAdvance(difference) + style::s);
    const QString all = entry ? entry_remark(*entry, model_->shares_title(*entry)) : below_group(index);
    const QString standing = entry && entry->is_run() ? standing_text(*entry) : QString();
    const bool stands_out = state == colors.danger || state == colors.warning;
    painter->setPen(colors.muted);
    const QString shown = metrics.elidedText(all, Qt::ElideRight, room);
    painter->drawText(box, Qt::AlignBottom | Qt::AlignLeft, shown);
    if (!stands_out || !shown.startsWith(standing)) return;
    painter->setPen(state);
    painter->drawText(box, Qt::AlignBottom | Qt::AlignLeft, standing);
}

} // namespace tunedesk::ui
