// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QSortFilterProxyModel;

namespace tunedesk::ui {

class RunsModel;

/// Draws the cells of the table of runs: a state as a chip, the progress of a live run with a thin bar below
/// its number; all else as text.
class RunsDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// `rows` shows `model`; both must live as long.
    RunsDelegate(const RunsModel* model, const QSortFilterProxyModel* rows, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    const RunsModel* model_;
    const QSortFilterProxyModel* rows_;
};

} // namespace tunedesk::ui
