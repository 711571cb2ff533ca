// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/confusion_counts.h"
#include "ui/plot/figure.h"

#include <QPoint>
#include <QRectF>
#include <QWidget>

namespace tunedesk::ui {

/// A confusion matrix: the true class's row, the predicted class's column, counts or shares of the row in
/// the cells as long as they fit. The current cell is moved with the arrow keys; a click, or Enter, chooses
/// it.
class HeatMap : public QWidget {
    Q_OBJECT

public:
    /// rates: a cell's share of its row; changes: from one matrix to another
    enum class Shown { counts, rates, changes };

    explicit HeatMap(QWidget* parent = nullptr);

    void set_matrix(ConfusionCounts matrix);
    /// Shows the difference of two matrices, a row a true class.
    void set_changes(const QStringList& names, std::vector<std::int64_t> changes);
    const ConfusionCounts& matrix() const { return matrix_; }
    void set_shown(Shown shown);
    Shown shown() const { return shown_; }

    void draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const;
    /// A file's bytes (render_figure), on paper colours.
    QByteArray render(const QString& suffix, QSize size = {640, 600}) const;

    QSize sizeHint() const override { return {480, 440}; }
    QSize minimumSizeHint() const override { return {220, 200}; }

Q_SIGNALS:
    /// A cell was chosen by mouse or keyboard.
    void clicked(int row, int column);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Layout {
        QRectF cells;         ///< all of them
        double label = 0;     ///< width of the row labels
        bool upright = false; ///< column labels stand upright
    };
    Layout lay_out(const QRectF& area, const QFontMetricsF& metrics) const;
    void draw_cells(QPainter& painter, const Layout& layout, const FigureColours& colours) const;
    void draw_labels(QPainter& painter, const Layout& layout, const FigureColours& colours) const;
    QColor fill(int row, int column, const FigureColours& colours) const;
    QPoint cell_at(const QPointF& position) const; ///< column, row; (-1, -1) outside
    QString cell_text(int row, int column) const;
    /// What is written in a cell.
    QString figure_text(int row, int column) const;

    ConfusionCounts matrix_;  ///< of changes: their size
    std::vector<bool> falls_; ///< of changes: which are below 0
    Shown shown_ = Shown::counts;
    QPoint current_{-1, -1};
};

} // namespace tunedesk::ui
