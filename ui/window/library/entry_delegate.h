// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace tunedesk::ui {

struct LibraryEntry;
class LibraryModel;

namespace style {
struct Colors;
}

/// A thin bar along the lower edge of `box`: how far a live run is. Nothing for others.
void paint_run_progress(QPainter& painter, const LibraryEntry& entry, const QRect& box,
                        const style::Colors& colors);

/// Draws a run or preset of the sidebar: the icon of its state, its title, and in small letters how it
/// stands; its score with the difference from the baseline at the right, and a bar while it runs. A group in
/// the same way, with how many runs it has; a section as a small heading.
class EntryDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    EntryDelegate(const LibraryModel* model, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paint_section(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paint_remark(QPainter* painter, const QStyleOptionViewItem& option, const QRect& box,
                      const QModelIndex& index, const QColor& state) const;

    const LibraryModel* model_;
};

} // namespace tunedesk::ui
