// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace tunedesk::ui {

struct LibraryEntry;
class LibraryModel;

namespace style {
struct Colors;
}

/// Paints a thin progress bar along the lower edge of `box` for a live run; nothing for other entries.
void paint_run_progress(QPainter& painter, const LibraryEntry& entry, const QRect& box,
                        const style::Colors& colors);

/// Paints a run or preset in the sidebar: state icon, title, a small status line, the score with the
/// difference from the baseline at the right, and a progress bar while it runs. A group is painted alike,
/// with its number of runs; a section as a small heading.
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
