// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QSortFilterProxyModel;

namespace tunedesk::ui {

class RunsModel;

/// Paints the cells of the table of runs: a state as a chip, the progress of a live run with a thin bar below
/// its number, all others as text.
class RunsDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// `rows` is a proxy of `model`; both must outlive the delegate.
    RunsDelegate(const RunsModel* model, const QSortFilterProxyModel* rows, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    const RunsModel* model_;
    const QSortFilterProxyModel* rows_;
};

} // namespace tunedesk::ui
