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

/// The entries of a legend in rows from the left, each with a sample of its line. The number of entries that
/// do not fit is shown at the end: "+3".
class LegendFlow {
public:
    /// Uses as many rows as the names need in `width`, at most `most_rows`.
    LegendFlow(const QStringList& names, const QFontMetricsF& metrics, double width, int most_rows);

    double width() const;
    double height() const;
    /// Number of entries that are not shown.
    qsizetype hidden() const { return hidden_; }
    /// Draws below and right of `corner`; `sample` paints the line of an entry into a box.
    void draw(QPainter& painter, QPointF corner, const QColor& text,
              const std::function<void(std::size_t entry, const QRectF& box)>& sample) const;

    /// The number of rows, at least one, whose height is at most this fraction of a plot's height.
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
