#pragma once

#include <QStyledItemDelegate>

namespace tunedesk::ui {

class LibraryModel;

/// Draws a run or preset of the sidebar in two lines: its title, and in small letters how it stands; metrics
/// with their difference from the baseline at the right. A group in the same way, with how many runs it has.
class EntryDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    EntryDelegate(const LibraryModel* model, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const LibraryModel* model_;
};

} // namespace tunedesk::ui
