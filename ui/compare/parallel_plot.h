// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/parallel_drawing.h"

#include <QWidget>

namespace tunedesk::ui {

/// Parallel coordinates: one vertical axis per setting and a last one that determines the lines' colors, from
/// blue to orange (better); lines without a value there are gray and dashed. The line below the pointer is
/// highlighted, a click selects it; Up and Down move between lines in the last axis's order, Return selects.
/// Window's thread.
class ParallelPlot : public QWidget {
    Q_OBJECT

public:
    explicit ParallelPlot(QWidget* parent = nullptr);

    /// `less_is_better`: the lower end of the last axis is better. Every line has one optional position per
    /// axis.
    void set_contents(std::vector<ParallelAxis> axes, std::vector<ParallelLine> lines, bool less_is_better);
    const std::vector<ParallelAxis>& axes() const { return drawing_.axes; }
    const std::vector<ParallelLine>& lines() const { return drawing_.lines; }
    /// Converts a position on an axis to widget coordinates.
    QPointF point_at(std::size_t axis, double at) const;
    /// The line nearest to a position in the widget, within some pixels; std::nullopt if there is none.
    std::optional<std::size_t> line_at(const QPointF& position) const;
    std::optional<std::size_t> current() const { return drawing_.current; }

    /// The contents of a figure file (render_figure), in paper colors.
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
    void set_current(std::optional<std::size_t> line);
    void step_current(int by);

    ParallelDrawing drawing_;
};

} // namespace tunedesk::ui
