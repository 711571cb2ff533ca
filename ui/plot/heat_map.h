// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/confusion_counts.h"
#include "ui/plot/figure.h"

#include <QPoint>
#include <QRectF>
#include <QWidget>

namespace tunedesk::ui {

/// A confusion matrix: true classes as rows, predicted classes as columns, with counts or fractions of the
/// row in the cells if they fit. Arrow keys move the current cell; a click or Enter selects it. Window's
/// thread.
class HeatMap : public QWidget {
    Q_OBJECT

public:
    /// rates: fractions of the row; changes: differences between two matrices
    enum class Shown { counts, rates, changes };

    explicit HeatMap(QWidget* parent = nullptr);

    void set_matrix(ConfusionCounts matrix);
    /// Shows the difference of two matrices, one row per true class.
    void set_changes(const QStringList& names, std::vector<std::int64_t> changes);
    const ConfusionCounts& matrix() const { return matrix_; }
    void set_shown(Shown shown);
    Shown shown() const { return shown_; }

    void draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const;
    /// The contents of a figure file (render_figure), in paper colors.
    QByteArray render(const QString& suffix, QSize size = {640, 600}) const;

    QSize sizeHint() const override { return {480, 440}; }
    QSize minimumSizeHint() const override { return {220, 200}; }

Q_SIGNALS:
    /// Emitted when a cell was selected by mouse or keyboard.
    void clicked(int row, int column);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Layout {
        QRectF cells;         ///< rectangle of all cells
        double label = 0;     ///< width of the row labels
        bool upright = false; ///< column labels are rotated
    };
    Layout lay_out(const QRectF& area, const QFontMetricsF& metrics) const;
    void draw_cells(QPainter& painter, const Layout& layout, const FigureColours& colours) const;
    void draw_labels(QPainter& painter, const Layout& layout, const FigureColours& colours) const;
    QColor fill(int row, int column, const FigureColours& colours) const;
    QPoint cell_at(const QPointF& position) const; ///< column, row; (-1, -1) outside
    QString cell_text(int row, int column) const;
    /// The text in a cell.
    QString figure_text(int row, int column) const;

    ConfusionCounts matrix_;  ///< for changes: their absolute values
    std::vector<bool> falls_; ///< for changes: whether they are negative
    Shown shown_ = Shown::counts;
    QPoint current_{-1, -1};
};

} // namespace tunedesk::ui
