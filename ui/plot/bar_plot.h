// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QRectF>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <vector>

namespace tunedesk::ui {

/// One bar with its text, and a published figure beside it where there is one.
struct Bar {
    QString label;
    double value = 0; ///< NaN: nothing to show
    QString text;     ///< the value as it is shown; empty: made from the value
    QColor colour;    ///< invalid: the first of the run colours
    std::optional<double> published;
    QString published_text;
};

/// Horizontal bars from zero with their values behind them. A published figure is an outlined bar below
/// ours. As tall as its bars need.
class BarPlot : public QWidget {
    Q_OBJECT

public:
    explicit BarPlot(QWidget* parent = nullptr);

    void set_title(const QString& title);
    void set_bars(std::vector<Bar> bars);
    /// What a bar of full length stands for at least: 1 for shares.
    void set_full_length(double value);
    const std::vector<Bar>& bars() const { return bars_; }

    /// Paints the plot; also what a file of it shows.
    void draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const;
    /// A file's bytes (render_figure), on paper colours, as tall as needed.
    QByteArray render(const QString& suffix, int width = 800) const;
    /// The values as a table.
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
