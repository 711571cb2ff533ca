// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/estimate/shard_picture.h"

#include <QPainter>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int most_rows = 4, row_height = 18, row_gap = 6, column_gap = 16;

} // namespace

ShardPicture::ShardPicture(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("What is stored where"));
}

int ShardPicture::rows() const {
    return std::min(ranks_, most_rows);
}

QSize ShardPicture::sizeHint() const {
    const int more = ranks_ > most_rows ? 1 : 0;
    return {420, (most_rows + 1) * (row_height + row_gap) + more * fontMetrics().height()};
}

void ShardPicture::show_strategy(Preset::Strategy strategy, int ranks) {
    strategy_ = strategy;
    ranks_ = std::max(1, ranks);
    const DividedState divided = divided_by(strategy);
    const auto words = [&](const QString& part, bool is_divided) {
        return is_divided ? tr("%1: one part of %2 on each rank").arg(part).arg(ranks_)
                          : tr("%1: all on each rank").arg(part);
    };
    setAccessibleDescription(words(tr("parameters"), divided.parameters) + u'\n' +
                             words(tr("gradients"), divided.gradients) + u'\n' +
                             words(tr("optimizer"), divided.optimizer));
    setToolTip(accessibleDescription());
    updateGeometry();
    update();
}

void ShardPicture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const DividedState divided = divided_by(strategy_);
    const std::pair<QString, bool> columns[] = {{tr("parameters"), divided.parameters},
                                                {tr("gradients"), divided.gradients},
                                                {tr("optimizer"), divided.optimizer}};
    const QString last_rank = tr("rank %1").arg(rows() - 1);
    const int names = fontMetrics().horizontalAdvance(last_rank) + column_gap;
    const int width_of_column = (width() - names - 2 * column_gap) / 3;
    if (width_of_column <= 0) return;
    const auto left = [&](int column) { return names + column * (width_of_column + column_gap); };
    painter.setPen(palette().color(QPalette::WindowText));
    for (int column = 0; column < 3; ++column)
        painter.drawText(left(column), 0, width_of_column, row_height, Qt::AlignLeft | Qt::AlignVCenter,
                         columns[column].first);
    for (int rank = 0; rank < rows(); ++rank) {
        const int top = (rank + 1) * (row_height + row_gap);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(0, top, names, row_height, Qt::AlignLeft | Qt::AlignVCenter,
                         tr("rank %1").arg(rank));
        for (int column = 0; column < 3; ++column) {
            const QRect whole(left(column), top, width_of_column, row_height);
            painter.fillRect(whole, palette().alternateBase());
            const auto edge = [&](int chunk) { return whole.left() + chunk * whole.width() / ranks_; };
            const QRect kept = columns[column].second
                                   ? QRect(QPoint(edge(rank), top),
                                           QSize(std::max(2, edge(rank + 1) - edge(rank)), row_height))
                                   : whole;
            painter.fillRect(kept, palette().highlight());
            painter.setPen(palette().color(QPalette::Mid));
            painter.drawRect(whole.adjusted(0, 0, -1, -1));
        }
    }
    if (ranks_ <= most_rows) return;
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(0, (most_rows + 1) * (row_height + row_gap), width(), fontMetrics().height(),
                     Qt::AlignLeft, tr("and so on, for %1 ranks").arg(ranks_));
}

} // namespace tunedesk::ui
