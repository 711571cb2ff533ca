// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/parallel_plot.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace tunedesk::ui {

ParallelPlot::ParallelPlot(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Settings and metric of each run"));
}

void ParallelPlot::set_contents(std::vector<ParallelAxis> axes, std::vector<ParallelLine> lines,
                                bool less_is_better) {
    drawing_ = {std::move(axes), std::move(lines), less_is_better, {}, {}};
    drawing_.sort();
    setAccessibleDescription({});
    update();
}

QPointF ParallelPlot::point_at(std::size_t axis, double at) const {
    return drawing_.lay_out(rect(), QFontMetricsF(font(), this)).point(axis, at);
}

void ParallelPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawing_.draw(painter, rect(), FigureColours::of(palette()));
    if (!hasFocus()) return;
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

std::optional<std::size_t> ParallelPlot::line_at(const QPointF& position) const {
    return drawing_.line_at(drawing_.lay_out(rect(), QFontMetricsF(font(), this)), position);
}

void ParallelPlot::set_current(std::optional<std::size_t> line) {
    if (line == drawing_.current) return;
    drawing_.current = line;
    setAccessibleDescription(line ? drawing_.lines[*line].text : QString());
    setCursor(line ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
    set_current(line_at(event->position()));
    if (drawing_.current)
        QToolTip::showText(event->globalPosition().toPoint(), drawing_.lines[*drawing_.current].text, this);
    else
        QToolTip::hideText();
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
    const auto line = line_at(event->position());
    if (event->button() != Qt::LeftButton || !line) return QWidget::mousePressEvent(event);
    set_current(line);
    Q_EMIT clicked(drawing_.lines[*line].id);
}

void ParallelPlot::leaveEvent(QEvent*) {
    set_current(std::nullopt);
}

void ParallelPlot::step_current(int by) {
    if (drawing_.order.empty()) return;
    const auto last = static_cast<int>(drawing_.order.size()) - 1;
    int place = by > 0 ? 0 : last;
    if (drawing_.current)
        place =
            static_cast<int>(std::ranges::find(drawing_.order, *drawing_.current) - drawing_.order.begin()) +
            by;
    set_current(drawing_.order[static_cast<std::size_t>(std::clamp(place, 0, last))]);
}

void ParallelPlot::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Up:
        return step_current(1);
    case Qt::Key_Down:
        return step_current(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (drawing_.current) Q_EMIT clicked(drawing_.lines[*drawing_.current].id);
        return;
    default:
        return QWidget::keyPressEvent(event);
    }
}

QByteArray ParallelPlot::render(const QString& suffix, QSize size) const {
    return render_figure(suffix, size, accessibleName(), [&](QPaintDevice* device) {
        QPainter painter(device);
        painter.setFont(font());
        drawing_.draw(painter, QRectF(QPointF(), size), FigureColours::paper());
    });
}

void ParallelPlot::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu;
    add_export_actions(&menu, this,
                       {QStringLiteral("settings"),
                        [this](const QString& suffix) { return [bytes = render(suffix)] { return bytes; }; },
                        false});
    menu.exec(event->globalPos());
}

} // namespace tunedesk::ui
