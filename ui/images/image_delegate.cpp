// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/image_delegate.h"

#include "ui/images/thumbnails.h"

#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>

namespace tunedesk::ui {

namespace {

constexpr int margin = 6;

/// Paints a thumbnail with its class below it. Small pictures are enlarged without smoothing, so that their
/// pixels are visible.
class ImageDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {Thumbnails::side + 2 * margin, Thumbnails::side + 3 * margin + option.fontMetrics.height()};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        painter->save();
        if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, option.palette.highlight());
        const QRect place =
            option.rect.adjusted(margin, margin, -margin, -2 * margin - option.fontMetrics.height());
        const auto image = index.data(Qt::DecorationRole).value<QImage>();
        if (image.isNull()) {
            painter->fillRect(place, option.palette.alternateBase());
        } else {
            QSize size = image.size().scaled(place.size(), Qt::KeepAspectRatio);
            QRect target(QPoint(), size);
            target.moveCenter(place.center());
            painter->drawImage(target, image);
        }
        const bool selected = option.state & QStyle::State_Selected;
        painter->setPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
        const QRect below(option.rect.left() + margin, place.bottom() + margin, place.width(),
                          option.fontMetrics.height());
        painter->drawText(
            below, Qt::AlignHCenter,
            option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, below.width()));
        painter->restore();
    }
};

} // namespace

void show_as_thumbnails(QListView& list) {
    list.setItemDelegate(new ImageDelegate(&list));
    list.setFlow(QListView::LeftToRight);
    list.setWrapping(true);
    list.setResizeMode(QListView::Adjust);
    list.setUniformItemSizes(true);
    list.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
}

} // namespace tunedesk::ui
