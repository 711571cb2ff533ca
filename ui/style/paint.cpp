// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/paint.h"

#include "ui/style/tokens.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>
#include <algorithm>

namespace tunedesk::ui::style {

namespace {

bool has(const QStyleOption& option, QStyle::StateFlag flag) {
    return option.state & flag;
}

/// Through the centers of device pixels, so that a line of 1 px is sharp.
QRectF edge_of(const QRect& box) {
    return QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5);
}

/// Saves the painter's state and restores it at the end of the scope.
class Saved {
public:
    explicit Saved(QPainter& painter) : painter_(painter) {
        painter_.save();
        painter_.setRenderHint(QPainter::Antialiasing);
    }
    ~Saved() { painter_.restore(); }
    Saved(const Saved&) = delete;
    Saved& operator=(const Saved&) = delete;

private:
    QPainter& painter_;
};

void round_box(QPainter& painter, const QRectF& box, double radius, const QBrush& ground, const QPen& edge) {
    painter.setBrush(ground);
    painter.setPen(edge);
    painter.drawRoundedRect(box, radius, radius);
}

} // namespace

void paint_field(QPainter& painter, const QStyleOption& option) {
    const Saved saved(painter);
    const Colors& colors = colors_of(option.palette);
    const bool enabled = has(option, QStyle::State_Enabled), focus = has(option, QStyle::State_HasFocus);
    const QColor ground = enabled ? option.palette.color(QPalette::Base) : colors.window;
    const QColor edge = !enabled                               ? colors.border
                        : focus                                ? colors.accent
                        : has(option, QStyle::State_MouseOver) ? mixed(colors.control, colors.text, 0.25)
                                                               : colors.control;
    round_box(painter, edge_of(option.rect), field_radius, ground, QPen(edge, focus ? 1.5 : 1));
}

void paint_chevron(QPainter& painter, const QStyleOption& option, Direction direction) {
    const Saved saved(painter);
    const Colors& colors = colors_of(option.palette);
    const bool enabled = has(option, QStyle::State_Enabled);
    const double reach = std::clamp(std::min(option.rect.width(), option.rect.height()) * 0.28, 2.5, 4.0);
    const QPointF middle = QRectF(option.rect).center();
    QPolygonF line{{-reach, -reach / 2}, {0, reach / 2}, {reach, -reach / 2}};
    const double turn = direction == Direction::down   ? 0
                        : direction == Direction::up   ? 180
                        : direction == Direction::left ? 90
                                                       : -90;
    painter.translate(middle);
    painter.rotate(turn);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(
        QPen(enabled ? colors.muted : colors.control, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(line);
}

void paint_check_box(QPainter& painter, const QStyleOption& option) {
    const Saved saved(painter);
    const Colors& colors = colors_of(option.palette);
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool on = has(option, QStyle::State_On), partly = has(option, QStyle::State_NoChange);
    const QRectF box = edge_of(option.rect);
    const QColor fill = enabled ? colors.accent : colors.control;
    if (!on && !partly) {
        const QColor edge = has(option, QStyle::State_MouseOver) && enabled
                                ? colors.accent
                                : mixed(colors.control, colors.muted, 0.5);
        round_box(painter, box, 4, enabled ? colors.surface : colors.window, QPen(edge, 1.2));
        return;
    }
    round_box(painter, box, 4, fill, QPen(fill, 1));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.on_accent, box.width() / 8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&](double x, double y) {
        return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
    };
    if (on)
        painter.drawPolyline(QPolygonF{at(0.25, 0.53), at(0.43, 0.7), at(0.76, 0.32)});
    else
        painter.drawLine(at(0.28, 0.5), at(0.72, 0.5));
}

void paint_radio_button(QPainter& painter, const QStyleOption& option) {
    const Saved saved(painter);
    const Colors& colors = colors_of(option.palette);
    const bool enabled = has(option, QStyle::State_Enabled), on = has(option, QStyle::State_On);
    const QRectF box = edge_of(option.rect);
    const QColor fill = enabled ? colors.accent : colors.control;
    painter.setBrush(on ? fill : enabled ? colors.surface : colors.window);
    painter.setPen(QPen(on ? fill : mixed(colors.control, colors.muted, 0.5), 1.2));
    painter.drawEllipse(box);
    if (!on) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.on_accent);
    painter.drawEllipse(box.center(), box.width() * 0.2, box.height() * 0.2);
}

void paint_focus_ring(QPainter& painter, const QStyleOption& option) {
    const Saved saved(painter);
    QColor ring = colors_of(option.palette).accent;
    ring.setAlphaF(0.75F);
    round_box(painter, edge_of(option.rect), field_radius, Qt::NoBrush, QPen(ring, 1.2));
}

void paint_button(QPainter& painter, const QStyleOption& option, bool is_primary, bool is_flat) {
    const Saved saved(painter);
    const Colors& colors = colors_of(option.palette);
    const bool enabled = has(option, QStyle::State_Enabled), down = has(option, QStyle::State_Sunken);
    const bool over = enabled && has(option, QStyle::State_MouseOver), on = has(option, QStyle::State_On);
    const bool focus = enabled && has(option, QStyle::State_HasFocus);
    const QRectF box = edge_of(option.rect);
    if (is_primary && enabled) {
        const QColor towards = colors.is_dark ? Qt::white : Qt::black;
        const QColor fill = mixed(colors.accent, towards, down ? 0.18 : over ? 0.09 : 0);
        round_box(painter, box, field_radius, fill, QPen(fill, 1));
        if (focus)
            round_box(painter, box.adjusted(2, 2, -2, -2), field_radius - 2, Qt::NoBrush,
                      QPen(colors.on_accent, 1));
        return;
    }
    if (is_flat && !over && !down && !on && !focus) return;
    QColor ground = is_flat ? QColor(Qt::transparent) : enabled ? colors.surface : colors.window;
    if (over) ground = is_flat ? colors.sunken : colors.hover();
    if (down) ground = colors.sunken;
    if (on) ground = colors.accent_soft;
    QColor edge = is_flat ? QColor(Qt::transparent) : enabled ? colors.control : colors.border;
    if (on && enabled) edge = mixed(colors.accent_soft, colors.accent, 0.6);
    if (focus) edge = colors.accent;
    round_box(painter, box, field_radius, ground, QPen(edge, focus ? 1.5 : 1));
}

void paint_item(QPainter& painter, const QStyleOption& option, bool is_rounded) {
    const bool selected = has(option, QStyle::State_Selected);
    const bool over = has(option, QStyle::State_Enabled) && has(option, QStyle::State_MouseOver);
    if (!selected && !over) return;
    const Saved saved(painter);
    const Colors& colors = colors_of(option.palette);
    const QColor ground = selected ? colors.accent_soft : mixed(colors.surface, colors.sunken, 0.6);
    if (!is_rounded) return painter.fillRect(option.rect, ground);
    round_box(painter, QRectF(option.rect).adjusted(2, 1, -2, -1), field_radius, ground, Qt::NoPen);
}

void paint_frame(QPainter& painter, const QStyleOption& option, double radius) {
    const Saved saved(painter);
    const Colors& colors = colors_of(option.palette);
    round_box(painter, edge_of(option.rect), radius, option.palette.color(QPalette::Base),
              QPen(colors.border, 1));
}

void paint_tab(QPainter& painter, const QStyleOptionTab& option) {
    const Saved saved(painter);
    const Colors& colors = colors_of(option.palette);
    const bool selected = has(option, QStyle::State_Selected);
    const QRectF box(option.rect);
    if (!selected && has(option, QStyle::State_Enabled) && has(option, QStyle::State_MouseOver))
        round_box(painter, box.adjusted(3, 4, -3, -5), field_radius, colors.sunken, Qt::NoPen);
    if (!selected) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.accent);
    painter.drawRoundedRect(QRectF(box.left() + 8, box.bottom() - 2.5, box.width() - 16, 2.5), 1.25, 1.25);
}

void paint_header(QPainter& painter, const QStyleOption& option) {
    const Colors& colors = colors_of(option.palette);
    painter.fillRect(option.rect, colors.surface);
    painter.fillRect(QRectF(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), colors.border);
}

void paint_progress(QPainter& painter, const QStyleOptionProgressBar& option, bool is_groove) {
    const Saved saved(painter);
    const Colors& colors = colors_of(option.palette);
    QRectF box(option.rect);
    if (!option.textVisible && box.height() > 6) // thin without a text
        box = QRectF(box.left(), box.center().y() - 3, box.width(), 6);
    const double radius = std::min(box.height() / 2, 6.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(is_groove ? colors.sunken : option.palette.color(QPalette::Highlight));
    if (is_groove) return painter.drawRoundedRect(box, radius, radius), void();
    const double whole = option.maximum - static_cast<double>(option.minimum);
    const double share = whole > 0 ? std::clamp((option.progress - option.minimum) / whole, 0.0, 1.0) : 0;
    if (share <= 0) return;
    QPainterPath clip;
    clip.addRoundedRect(box, radius, radius);
    painter.setClipPath(clip);
    const double length = box.width() * share;
    const bool from_right = (option.direction == Qt::RightToLeft) != option.invertedAppearance;
    painter.drawRect(QRectF(from_right ? box.right() - length : box.left(), box.top(), length, box.height()));
}

void paint_scroll_bar(QPainter& painter, const QStyleOptionSlider& option, const QRectF& handle) {
    if (option.maximum <= option.minimum) return;
    const Saved saved(painter);
    const Colors& colors = colors_of(option.palette);
    const bool over = has(option, QStyle::State_MouseOver), down = has(option, QStyle::State_Sunken);
    const double inset = over || down ? 2 : 3;
    const QRectF box = option.orientation == Qt::Vertical ? handle.adjusted(inset, 1, -inset, -1)
                                                          : handle.adjusted(1, inset, -1, -inset);
    const double radius = std::min(box.width(), box.height()) / 2;
    round_box(painter, box, radius,
              down ? colors.muted : mixed(colors.control, colors.muted, over ? 0.5 : 0.1), Qt::NoPen);
}

void paint_slider(QPainter& painter, const QStyleOptionSlider& option, const QRectF& groove,
                  const QRectF& handle) {
    const Saved saved(painter);
    const Colors& colors = colors_of(option.palette);
    const bool enabled = has(option, QStyle::State_Enabled), flat = option.orientation == Qt::Horizontal;
    const QPointF middle = groove.center(), knob = handle.center();
    const QRectF line = flat ? QRectF(groove.left() + 2, middle.y() - 2, groove.width() - 4, 4)
                             : QRectF(middle.x() - 2, groove.top() + 2, 4, groove.height() - 4);
    round_box(painter, line, 2, colors.control, Qt::NoPen);
    QRectF passed = line;
    if (flat)
        option.upsideDown ? passed.setLeft(knob.x()) : passed.setRight(knob.x());
    else
        option.upsideDown ? passed.setTop(knob.y()) : passed.setBottom(knob.y());
    round_box(painter, passed, 2, enabled ? colors.accent : colors.muted, Qt::NoPen);
    const double radius = std::min(handle.width(), handle.height()) / 2 - 1.5;
    painter.setBrush(colors.surface);
    painter.setPen(
        QPen(enabled ? colors.accent : colors.control, has(option, QStyle::State_HasFocus) ? 3 : 2));
    painter.drawEllipse(knob, radius, radius);
}

} // namespace tunedesk::ui::style
