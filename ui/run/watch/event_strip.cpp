// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/watch/event_strip.h"

#include "base/text.h"
#include "ui/run/run_history.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr int symbol_size = 10, side = 12; ///< pixels; the margin for the first and the last symbol

} // namespace

std::vector<PlotMark> marks_of_plots(const RunHistory& history) {
    std::vector<PlotMark> marks;
    for (PlotMark mark : history.marks()) {
        if (mark.kind == PlotMark::Kind::checkpoint) continue;
        mark.kind = PlotMark::Kind::epoch;
        marks.push_back(std::move(mark));
    }
    return marks;
}

EventStrip::EventStrip(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Events of the run"));
    hide();
}

void EventStrip::show_history(const RunHistory& history) {
    happenings_.clear();
    const auto step_name = [](double step) { return to_qt(grouped(static_cast<std::uint64_t>(step))); };
    const PlotMark* best = nullptr;
    for (const PlotMark& mark : history.marks()) {
        const double step = mark.places[0];
        const QString at = step_name(step);
        switch (mark.kind) {
        case PlotMark::Kind::checkpoint:
            happenings_.push_back(
                {Kind::checkpoint, step, tr("checkpoint"), tr("Checkpoint at step %1").arg(at)});
            break;
        case PlotMark::Kind::best:
            best = &mark; // earlier ones are no longer the best
            break;
        case PlotMark::Kind::pause:
            happenings_.push_back({Kind::pause, step, tr("paused"), tr("Paused at step %1").arg(at)});
            break;
        case PlotMark::Kind::resume:
            happenings_.push_back({Kind::resume, step, tr("resumed"), tr("Resumed at step %1").arg(at)});
            break;
        case PlotMark::Kind::epoch:
            break;
        }
    }
    for (const LogLine& line : history.log())
        if (line.level == "warning")
            happenings_.push_back({Kind::warning, line.step, tr("warning"),
                                   tr("Warning at step %1: %2").arg(step_name(line.step), to_qt(line.text))});
    if (best)
        happenings_.push_back({Kind::best, best->places[0], tr("best"),
                               tr("Best model so far: step %1").arg(step_name(best->places[0]))});
    std::ranges::stable_sort(happenings_, {}, &Happening::step);
    const auto& steps = history.steps().timeline()->places(Timeline::By::step);
    last_step_ = std::max(history.progress().steps(), steps.empty() ? 0 : steps.back());
    setVisible(!happenings_.empty() && last_step_ > 0);
    setAccessibleDescription(texts().mid(0, 50).join(QStringLiteral("; ")));
    update();
}

QStringList EventStrip::texts() const {
    QStringList texts;
    for (const Happening& one : happenings_)
        texts << one.text;
    return texts;
}

QSize EventStrip::sizeHint() const {
    return {400, symbol_size + fontMetrics().height() + 10};
}

int EventStrip::place_of(double step) const {
    return side + static_cast<int>(std::lround(step / std::max(1.0, last_step_) * (width() - 2 * side)));
}

QRect EventStrip::symbol(std::size_t index) const {
    return {place_of(happenings_[index].step) - symbol_size / 2, 4, symbol_size, symbol_size};
}

const EventStrip::Happening* EventStrip::at(const QPoint& point) const {
    const Happening* nearest = nullptr;
    int distance = symbol_size;
    for (const Happening& one : happenings_)
        if (const int away = std::abs(place_of(one.step) - point.x()); away < distance) {
            distance = away;
            nearest = &one;
        }
    return nearest;
}

void EventStrip::paint_symbol(QPainter& painter, const Happening& one) const {
    const QPointF middle(place_of(one.step), 4 + symbol_size / 2.0);
    const double r = symbol_size / 2.0;
    QPainterPath path;
    switch (one.kind) {
    case Kind::checkpoint:
        path.addPolygon(QPolygonF{middle + QPointF(0, -r), middle + QPointF(r, 0), middle + QPointF(0, r),
                                  middle + QPointF(-r, 0)});
        break;
    case Kind::best:
        path.addEllipse(middle, r, r);
        break;
    case Kind::pause:
        path.addRect(middle.x() - r, middle.y() - r, r * 0.7, 2 * r);
        path.addRect(middle.x() + r * 0.3, middle.y() - r, r * 0.7, 2 * r);
        break;
    case Kind::resume:
        path.addPolygon(QPolygonF{middle + QPointF(-r, -r), middle + QPointF(r, 0), middle + QPointF(-r, r)});
        break;
    case Kind::warning:
        path.addPolygon(QPolygonF{middle + QPointF(0, -r), middle + QPointF(r, r), middle + QPointF(-r, r)});
        break;
    }
    path.closeSubpath();
    const QColor colour = one.kind == Kind::best      ? MessageBar::colour(MessageBar::Kind::success)
                          : one.kind == Kind::warning ? MessageBar::colour(MessageBar::Kind::warning)
                                                      : palette().color(QPalette::PlaceholderText);
    painter.fillPath(path, colour);
}

/// Labels of the best model and of warnings are drawn first: those of many checkpoints would leave no space.
void EventStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Mid), 1));
    const double line = 4 + symbol_size / 2.0;
    painter.drawLine(QPointF(side, line), QPointF(width() - side, line));
    // x of the last symbol of each kind; closer ones would overlap
    int last[] = {-side, -side, -side, -side, -side};
    for (const Happening& one : happenings_)
        if (int& before = last[static_cast<std::size_t>(one.kind)]; place_of(one.step) - before >= 4) {
            before = place_of(one.step);
            paint_symbol(painter, one);
        }
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    painter.setFont(small);
    painter.setPen(palette().color(QPalette::WindowText));
    const QFontMetrics metrics(small);
    std::vector<QRect> taken;
    for (const Kind kind : {Kind::best, Kind::warning, Kind::pause, Kind::resume, Kind::checkpoint})
        for (const Happening& one : happenings_) {
            if (one.kind != kind) continue;
            const int wide = metrics.horizontalAdvance(one.label) + 2;
            const int left = std::clamp(place_of(one.step) - wide / 2, 0, std::max(0, width() - wide));
            const QRect room(left, 4 + symbol_size + 2, wide, metrics.height());
            if (std::ranges::any_of(
                    taken, [&](const QRect& other) { return other.adjusted(-6, 0, 6, 0).intersects(room); }))
                continue;
            taken.push_back(room);
            painter.drawText(room, Qt::AlignCenter, one.label);
        }
}

bool EventStrip::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Happening* one = at(help->pos());
        QToolTip::showText(help->globalPos(), one ? one->text : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

void EventStrip::mouseReleaseEvent(QMouseEvent* event) {
    if (const Happening* one = at(event->position().toPoint())) Q_EMIT step_chosen(one->step);
}

} // namespace tunedesk::ui
