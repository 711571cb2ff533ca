#include "ui/plot/parallel_plot.h"

#include "ui/style/tokens.h"

#include <QContextMenuEvent>
#include <QLineF>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

namespace tunedesk::ui {

namespace {

constexpr double edge = 12, reach = 8, strip = 6;
constexpr double widest_label = 130;

double distance_to(const QPointF& point, const QPointF& from, const QPointF& to) {
    const QPointF along = to - from;
    const double length = QPointF::dotProduct(along, along);
    const double share =
        length > 0 ? std::clamp(QPointF::dotProduct(point - from, along) / length, 0.0, 1.0) : 0;
    return QLineF(point, from + share * along).length();
}

double widest_of(const ParallelAxis& axis, const QFontMetricsF& metrics) {
    double widest = 0;
    for (const ParallelAxis::Tick& tick : axis.ticks)
        widest = std::max(widest, metrics.horizontalAdvance(tick.text));
    return std::min(widest, widest_label);
}

} // namespace

ParallelPlot::ParallelPlot(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Settings and metric of each run"));
}

void ParallelPlot::set_contents(std::vector<ParallelAxis> axes, std::vector<ParallelLine> lines,
                                bool less_is_better) {
    axes_ = std::move(axes);
    lines_ = std::move(lines);
    less_is_better_ = less_is_better;
    current_.reset();
    order_.clear();
    for (std::size_t line = 0; line < lines_.size(); ++line)
        order_.push_back(line);
    const auto place = [this](std::size_t line) {
        const std::optional<double>& at = lines_[line].at.back();
        return at ? (less_is_better_ ? 1 - *at : *at) : -1.0;
    };
    if (!axes_.empty())
        std::ranges::stable_sort(order_, {}, place); // the best is drawn last, above the others
    setAccessibleDescription({});
    update();
}

ParallelPlot::Layout ParallelPlot::lay_out(const QRectF& area, const QFontMetricsF& metrics) const {
    Layout layout;
    if (axes_.empty()) return layout;
    layout.top = area.top() + edge / 2 + metrics.height() + 1.5 * edge;
    layout.bottom = std::max(layout.top + 1, area.bottom() - edge - metrics.height() / 2);
    const double right = area.right() - edge - strip - widest_of(axes_.back(), metrics) - edge / 2;
    layout.left = area.left() + edge + widest_of(axes_.front(), metrics) + edge / 2;
    layout.step = axes_.size() > 1 ? (right - layout.left) / static_cast<double>(axes_.size() - 1) : 0;
    return layout;
}

QPointF ParallelPlot::point_at(std::size_t axis, double at) const {
    return lay_out(rect(), QFontMetricsF(font(), this)).point(axis, at);
}

/// The mixture of two colors of the series that differ without red or green.
QColor ParallelPlot::color_of(std::optional<double> place, const FigureColours& colours) const {
    if (!place) return colours.frame;
    const auto& series = style::light_colors().series;
    const QColor worse = colours.legible(series[0]), better = colours.legible(series[1]);
    return style::mixed(worse, better, less_is_better_ ? 1 - *place : *place);
}

void ParallelPlot::draw_line(QPainter& painter, const Layout& layout, std::size_t line,
                             const QPen& pen) const {
    QPainterPath path;
    std::optional<QPointF> before;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const std::optional<double>& at = lines_[line].at[axis];
        if (!at) {
            before.reset();
            continue;
        }
        const QPointF here = layout.point(axis, *at);
        if (before) {
            path.lineTo(here);
        } else {
            path.addEllipse(here, 0.5, 0.5); // a place alone is seen, too
            path.moveTo(here);
        }
        before = here;
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

void ParallelPlot::draw_lines(QPainter& painter, const Layout& layout, const FigureColours& colours) const {
    const double width = lines_.size() > 200 ? 1 : 1.6;
    for (const std::size_t line : order_) {
        const std::optional<double>& place = lines_[line].at.back();
        QColor color = color_of(place, colours);
        if (current_) color = colours.tinted(color, 0.3);
        draw_line(painter, layout, line, QPen(color, width, place ? Qt::SolidLine : Qt::DashLine));
    }
    if (!current_) return;
    const QColor color = color_of(lines_[*current_].at.back(), colours);
    draw_line(painter, layout, *current_, QPen(colours.background, 6));
    draw_line(painter, layout, *current_, QPen(color, 3));
}

void ParallelPlot::draw_axis(QPainter& painter, const Layout& layout, std::size_t axis,
                             const FigureColours& colours) const {
    const QPointF below = layout.point(axis, 0), above = layout.point(axis, 1);
    painter.setPen(QPen(colours.frame, 1));
    painter.drawLine(below, above);
    if (axis + 1 == axes_.size()) { // also the scale of the colors
        QLinearGradient gradient(below, above);
        for (const double at : {0.0, 0.5, 1.0})
            gradient.setColorAt(at, color_of(at, colours));
        painter.setPen(Qt::NoPen);
        painter.setBrush(gradient);
        painter.drawRect(QRectF(above.x(), above.y(), strip, below.y() - above.y()));
    }
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double side = layout.step / 2 - 4; // half of the way to the next axis
    const double before = axis == 0 ? layout.left - 4 : side;
    const double behind =
        axis + 1 == axes_.size() ? strip + widest_of(axes_.back(), metrics) + 1.5 * edge - 4 : side;
    const double width = std::min(metrics.horizontalAdvance(axes_[axis].title) + 2, before + behind);
    const double x =
        std::clamp(above.x() - width / 2, above.x() - before, above.x() + std::max(-before, behind - width));
    painter.setPen(colours.text);
    painter.drawText(QRectF(x, above.y() - 1.5 * edge - metrics.height() + 2, width, metrics.height()),
                     Qt::AlignCenter, metrics.elidedText(axes_[axis].title, Qt::ElideMiddle, width));
}

/// Those that would lie over the one below are left out.
void ParallelPlot::draw_ticks(QPainter& painter, const Layout& layout, std::size_t axis,
                              const FigureColours& colours) const {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const bool is_last = axis + 1 == axes_.size();
    const double most = axis == 0 || is_last ? widest_label : std::min(widest_label, layout.step * 0.6);
    double free_below = std::numeric_limits<double>::infinity();
    for (const ParallelAxis::Tick& tick : axes_[axis].ticks) {
        const QPointF place = layout.point(axis, tick.at);
        if (place.y() + metrics.height() / 2 > free_below) continue;
        free_below = place.y() - metrics.height() / 2;
        const QString text = metrics.elidedText(tick.text, Qt::ElideMiddle, most);
        const double width = metrics.horizontalAdvance(text);
        const double x = is_last ? place.x() + strip + 4 : place.x() - 5 - width;
        const QRectF box(x, place.y() - metrics.height() / 2, width, metrics.height());
        if (axis > 0 && !is_last) { // lines pass behind it
            QColor ground = colours.background;
            ground.setAlphaF(0.8f);
            painter.fillRect(box.adjusted(-2, 0, 2, 0), ground);
        }
        painter.setPen(QPen(colours.frame, 1));
        painter.drawLine(place - QPointF(3, 0), place + QPointF(is_last ? 0 : 3, 0));
        painter.setPen(colours.text);
        painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, text);
    }
}

void ParallelPlot::draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, colours.background);
    if (axes_.empty()) return;
    const Layout layout = lay_out(area, QFontMetricsF(painter.font(), painter.device()));
    draw_lines(painter, layout, colours);
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        draw_axis(painter, layout, axis, colours);
        draw_ticks(painter, layout, axis, colours);
    }
}

void ParallelPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter, rect(), FigureColours::of(palette()));
    if (!hasFocus()) return;
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

std::optional<std::size_t> ParallelPlot::line_at(const QPointF& position) const {
    if (axes_.empty()) return std::nullopt;
    const Layout layout = lay_out(rect(), QFontMetricsF(font(), this));
    const double column = layout.step > 0 ? (position.x() - layout.left) / layout.step : 0;
    const auto first = static_cast<std::size_t>(
        std::clamp(std::floor(column), 0.0, std::max(0.0, static_cast<double>(axes_.size()) - 2)));
    std::optional<std::size_t> nearest;
    double least = reach;
    for (const std::size_t line : order_) {
        const auto& at = lines_[line].at;
        const std::size_t next = std::min(first + 1, axes_.size() - 1);
        if (!at[first] && !at[next]) continue;
        const QPointF from = layout.point(at[first] ? first : next, at[first] ? *at[first] : *at[next]);
        const QPointF to = at[next] ? layout.point(next, *at[next]) : from;
        const double distance = distance_to(position, from, to);
        if (distance > least) continue; // of equal ones the last, which is drawn above
        least = distance;
        nearest = line;
    }
    return nearest;
}

void ParallelPlot::set_current(std::optional<std::size_t> line) {
    if (line == current_) return;
    current_ = line;
    setAccessibleDescription(line ? lines_[*line].text : QString());
    setCursor(line ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
    set_current(line_at(event->position()));
    if (current_)
        QToolTip::showText(event->globalPosition().toPoint(), lines_[*current_].text, this);
    else
        QToolTip::hideText();
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
    const auto line = line_at(event->position());
    if (event->button() != Qt::LeftButton || !line) return QWidget::mousePressEvent(event);
    set_current(line);
    Q_EMIT clicked(lines_[*line].id);
}

void ParallelPlot::leaveEvent(QEvent*) {
    set_current(std::nullopt);
}

void ParallelPlot::step_current(int by) {
    if (order_.empty()) return;
    const auto last = static_cast<int>(order_.size()) - 1;
    int place = by > 0 ? 0 : last;
    if (current_) place = static_cast<int>(std::ranges::find(order_, *current_) - order_.begin()) + by;
    set_current(order_[static_cast<std::size_t>(std::clamp(place, 0, last))]);
}

void ParallelPlot::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Up:
        return step_current(1);
    case Qt::Key_Down:
        return step_current(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (current_) Q_EMIT clicked(lines_[*current_].id);
        return;
    default:
        return QWidget::keyPressEvent(event);
    }
}

QByteArray ParallelPlot::render(const QString& suffix, QSize size) const {
    return render_figure(suffix, size, accessibleName(), [&](QPaintDevice* device) {
        QPainter painter(device);
        painter.setFont(font());
        draw(painter, QRectF(QPointF(), size), FigureColours::paper());
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
