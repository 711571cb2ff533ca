// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QRectF>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <vector>

namespace tunedesk::ui {

/// One bar with its text and an optional published value.
struct Bar {
    QString label;
    double value = 0; ///< NaN: no bar
    QString text;     ///< the displayed value; empty: formatted from `value`
    QColor colour;    ///< invalid: the first of the run colours
    std::optional<double> published;
    QString published_text;
};

/// Horizontal bars from zero, followed by their values. A published value is an outlined bar below. The
/// height is determined by the bars. Window's thread.
class BarPlot : public QWidget {
    Q_OBJECT

public:
    explicit BarPlot(QWidget* parent = nullptr);

    void set_title(const QString& title);
    void set_bars(std::vector<Bar> bars);
    /// The smallest value for a bar of full length: 1 for fractions.
    void set_full_length(double value);
    const std::vector<Bar>& bars() const { return bars_; }

    /// Paints the plot; also used for files.
    void draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const;
    /// The contents of a figure file (render_figure), in paper colors; as tall as needed.
    QByteArray render(const QString& suffix, int width = 800) const;
    /// The values as CSV.
    QByteArray csv() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    int height_of_all(const QFontMetrics& metrics) const;

    QString title_;
    std::vector<Bar> bars_;
    double full_length_ = 0;
};

} // namespace tunedesk::ui
