#pragma once

#include "ui/plot/figure.h"

#include <QRectF>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <vector>

namespace tunedesk::ui {

/// An axis of a parallel plot. Places are from 0, its lower end, to 1.
struct ParallelAxis {
    struct Tick {
        double at = 0;
        QString text;
    };
    QString title;
    std::vector<Tick> ticks; ///< from below
};

/// What lies on every axis at one place, or at none.
struct ParallelLine {
    QString name, text;                    ///< `text`: the tool tip of the line
    QString id;                            ///< what clicked() has
    std::vector<std::optional<double>> at; ///< one an axis
};

/// Parallel coordinates: one upright axis for each setting and a last one by which the lines are colored,
/// from blue to orange, its better end; what has no place there is gray and dashed. The line below the
/// pointer stands out, a click chooses it; Up and Down go from line to line in the last axis's order, Return
/// chooses.
class ParallelPlot : public QWidget {
    Q_OBJECT

public:
    explicit ParallelPlot(QWidget* parent = nullptr);

    /// `less_is_better`: the lower end of the last axis is the better one. Every line has a place, or none,
    /// for each axis.
    void set_contents(std::vector<ParallelAxis> axes, std::vector<ParallelLine> lines, bool less_is_better);
    const std::vector<ParallelAxis>& axes() const { return axes_; }
    const std::vector<ParallelLine>& lines() const { return lines_; }
    /// Where a place on an axis is in the widget.
    QPointF point_at(std::size_t axis, double at) const;
    /// The line that is nearest to a position in the widget, within some pixels.
    std::optional<std::size_t> line_at(const QPointF& position) const;
    std::optional<std::size_t> current() const { return current_; }

    void draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const;
    /// A file's bytes (render_figure), on paper colours.
    QByteArray render(const QString& suffix, QSize size = {900, 480}) const;

    QSize sizeHint() const override { return {640, 320}; }
    QSize minimumSizeHint() const override { return {320, 200}; }

Q_SIGNALS:
    void clicked(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Layout {
        double left = 0, step = 0, top = 0, bottom = 0; ///< the first axis, the distance, the ends
        QPointF point(std::size_t axis, double at) const {
            return {left + step * static_cast<double>(axis), bottom + (top - bottom) * at};
        }
    };
    Layout lay_out(const QRectF& area, const QFontMetricsF& metrics) const;
    QColor color_of(std::optional<double> place, const FigureColours& colours) const;
    void draw_line(QPainter& painter, const Layout& layout, std::size_t line, const QPen& pen) const;
    void draw_lines(QPainter& painter, const Layout& layout, const FigureColours& colours) const;
    void draw_axis(QPainter& painter, const Layout& layout, std::size_t axis,
                   const FigureColours& colours) const;
    void draw_ticks(QPainter& painter, const Layout& layout, std::size_t axis,
                    const FigureColours& colours) const;
    void set_current(std::optional<std::size_t> line);
    void step_current(int by);

    std::vector<ParallelAxis> axes_;
    std::vector<ParallelLine> lines_;
    std::vector<std::size_t> order_; ///< of the lines, by their places on the last axis, the best last
    bool less_is_better_ = false;
    std::optional<std::size_t> current_;
};

} // namespace tunedesk::ui
