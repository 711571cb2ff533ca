// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/runs/runs_delegate.h"

#include "ui/style/chip.h"
#include "ui/style/tokens.h"
#include "ui/window/library/entry_delegate.h"
#include "ui/window/runs/runs_model.h"

#include <QApplication>
#include <QPainter>

namespace tunedesk::ui {

RunsDelegate::RunsDelegate(const RunsModel* model, const QSortFilterProxyModel* rows, QObject* parent)
    : QStyledItemDelegate(parent), model_(model), rows_(rows) {}

void RunsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const QString column = index.data(RunsModel::ColumnRole).toString();
    const LibraryEntry& entry = *model_->entry(rows_->mapToSource(index).row());
    const bool is_state = column == u"state";
    if (!is_state) QStyledItemDelegate::paint(painter, option, index);
    const style::Colors& colors = style::colors_of(option.palette);
    if (column == u"progress")
        paint_run_progress(*painter, entry, option.rect.adjusted(style::s, 0, -style::s, -style::xs), colors);
    if (!is_state) return;
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    const QString text = ground.text;
    ground.text.clear();
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);
    painter->save();
    painter->setFont(option.font);
    const QRect box = option.rect.adjusted(style::xs, 0, -style::xs, 0);
    const int around = style::chip_size(option.font, QString()).width();
    style::paint_chip(*painter, box, Qt::AlignLeft, style::state_look(entry.status.state, colors),
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, box.width() - around), colors);
    painter->restore();
}

} // namespace tunedesk::ui
