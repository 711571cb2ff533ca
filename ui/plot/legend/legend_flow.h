// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFontMetricsF>
#include <QPointF>
#include <QRectF>
#include <QStringList>
#include <functional>
#include <vector>

class QPainter;

namespace tunedesk::ui {

/// Entries of a legend in rows from the left, a sample of its line before each name. Entries that do not fit
/// are counted at the end: "+3".
class LegendFlow {
public:
    /// As many rows as the names need in `width`, at most `most_rows`.
    LegendFlow(const QStringList& names, const QFontMetricsF& metrics, double width, int most_rows);

    double width() const;
    double height() const;
    /// Those that are not shown.
    qsizetype hidden() const { return hidden_; }
    /// Below and right of `corner`; `sample` paints the line of an entry into a box.
    void draw(QPainter& painter, QPointF corner, const QColor& text,
              const std::function<void(std::size_t entry, const QRectF& box)>& sample) const;

    /// The rows that take at most this share of a plot's height, at least one.
    static int rows_in(double height, double share, const QFontMetricsF& metrics);

private:
    struct Entry {
        QString name;
        double left, right;
        int row;
    };
    void make_room_for_count(const QFontMetricsF& metrics, double width);

    std::vector<Entry> entries_;
    QString count_;
    qsizetype hidden_ = 0;
    double line_, ascent_;
};

} // namespace tunedesk::ui
