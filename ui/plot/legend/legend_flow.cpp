// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/legend/legend_flow.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr double sample_width = 22, sample_gap = 5, entry_gap = 14;

} // namespace

LegendFlow::LegendFlow(const QStringList& names, const QFontMetricsF& metrics, double width, int most_rows)
    : line_(std::ceil(metrics.height()) + 1), ascent_(metrics.ascent()) {
    const double before_name = sample_width + sample_gap, most = std::max(0.0, width - before_name);
    double left = 0;
    int row = 0;
    for (const QString& name : names) {
        const QString shown = metrics.elidedText(name, Qt::ElideMiddle, most);
        const double needed = before_name + metrics.horizontalAdvance(shown);
        if (left > 0 && left + needed > width) {
            left = 0;
            ++row;
        }
        if (row == most_rows) break;
        entries_.push_back({shown, left, left + needed, row});
        left += needed + entry_gap;
    }
    hidden_ = names.size() - static_cast<qsizetype>(entries_.size());
    if (hidden_ > 0) make_room_for_count(metrics, width);
}

/// The first entry of the last row is kept, with a shortened name.
void LegendFlow::make_room_for_count(const QFontMetricsF& metrics, double width) {
    const auto room = [&] {
        count_ = QStringLiteral("+%1").arg(hidden_);
        return width - entry_gap - metrics.horizontalAdvance(count_);
    };
    while (!entries_.empty() && entries_.back().right > room() && entries_.back().left > 0) {
        entries_.pop_back();
        ++hidden_;
    }
    if (entries_.empty() || entries_.back().right <= room()) return;
    Entry& last = entries_.back();
    const double most = std::max(0.0, room() - last.left - sample_width - sample_gap);
    last.name = metrics.elidedText(last.name, Qt::ElideMiddle, most);
    last.right = last.left + sample_width + sample_gap + metrics.horizontalAdvance(last.name);
}

double LegendFlow::width() const {
    double right = 0;
    for (const Entry& entry : entries_)
        right = std::max(right, entry.right);
    return right;
}

double LegendFlow::height() const {
    return entries_.empty() ? 0 : (entries_.back().row + 1) * line_;
}

void LegendFlow::draw(QPainter& painter, QPointF corner, const QColor& text,
                      const std::function<void(std::size_t entry, const QRectF& box)>& sample) const {
    const auto write = [&](double left, int row, const QString& words) {
        painter.setPen(text);
        painter.drawText(corner + QPointF(left, row * line_ + ascent_), words);
    };
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Entry& entry = entries_[i];
        sample(i, QRectF(corner + QPointF(entry.left, entry.row * line_), QSizeF(sample_width, line_)));
        write(entry.left + sample_width + sample_gap, entry.row, entry.name);
    }
    if (hidden_ > 0 && !entries_.empty())
        write(entries_.back().right + entry_gap, entries_.back().row, count_);
}

int LegendFlow::rows_in(double height, double share, const QFontMetricsF& metrics) {
    return std::max(1, static_cast<int>(share * height / (std::ceil(metrics.height()) + 1)));
}

} // namespace tunedesk::ui
