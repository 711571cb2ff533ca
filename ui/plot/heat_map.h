#pragma once

#include "ui/plot/figure.h"

#include <QPoint>
#include <QRectF>
#include <QStringList>
#include <QWidget>
#include <cstdint>
#include <vector>

namespace tunedesk::ui {

/// A confusion matrix: the true class's row, the predicted class's column, counts or shares of the row in
/// the cells as long as they fit. The current cell is moved with the arrow keys; a click, or Enter, chooses
/// it.
class HeatMap : public QWidget {
    Q_OBJECT

public:
    enum class Shown { counts, rates }; ///< rates: a cell's share of its row

    explicit HeatMap(QWidget* parent = nullptr);

    /// `counts` row by row, names.size() squared; throws Error 5021 where they are not.
    void set_matrix(const QStringList& names, std::vector<std::uint64_t> counts);
    void set_shown(Shown shown);
    Shown shown() const { return shown_; }
    QStringList names() const { return names_; }
    std::uint64_t count(int row, int column) const;
    /// The cell's share of its row; 0 in an empty row.
    double rate(int row, int column) const;

    void draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const;
    /// A file's bytes (render_figure), on paper colours.
    QByteArray render(const QString& suffix, QSize size = {640, 600}) const;
    QByteArray csv() const;

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
    QColor fill(std::size_t cell, const FigureColours& colours) const;
    QPoint cell_at(const QPointF& position) const; ///< column, row; (-1, -1) outside
    QString cell_text(int row, int column) const;
    std::size_t index(int row, int column) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(names_.size()) +
               static_cast<std::size_t>(column);
    }

    QStringList names_;
    std::vector<std::uint64_t> counts_, row_totals_;
    std::uint64_t most_ = 0;
    Shown shown_ = Shown::counts;
    QPoint current_{-1, -1};
};

} // namespace tunedesk::ui
