// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/chip.h"

#include "ui/style/icons.h"
#include "ui/style/tokens.h"

#include <QFontMetrics>
#include <QPainter>
#include <string_view>

namespace tunedesk::ui::style {

namespace {

constexpr int chip_icon = 12, chip_padding = 7, chip_gap = 4;

bool is_one_of(const std::string& state, std::initializer_list<std::string_view> states) {
    for (const std::string_view one : states)
        if (state == one) return true;
    return false;
}

} // namespace

StateLook state_look(const std::string& state, const Colors& colors) {
    if (state == "done") return {QStringLiteral("done"), colors.success};
    if (is_one_of(state, {"failed", "failing", "interrupted", "killed", "folder gone"}))
        return {QStringLiteral("failed"), colors.danger};
    if (is_one_of(state, {"running", "starting"})) return {QStringLiteral("running"), colors.accent};
    if (is_one_of(state, {"paused", "pausing"})) return {QStringLiteral("pause"), colors.warning};
    if (is_one_of(state, {"stopped", "pruned", "stopping", "terminating", "killing"}))
        return {QStringLiteral("stop"), colors.warning};
    if (is_one_of(state, {"queued", "held"})) return {QStringLiteral("clock"), colors.muted};
    return {QStringLiteral("info"), colors.info};
}

QSize chip_size(const QFont& font, const QString& text) {
    const QFontMetrics metrics(font);
    return {2 * chip_padding + chip_icon + chip_gap + metrics.horizontalAdvance(text), metrics.height() + 4};
}

QRect paint_chip(QPainter& painter, const QRect& box, Qt::Alignment side, const StateLook& look,
                 const QString& text, const Colors& colors) {
    const QSize size = chip_size(painter.font(), text);
    const int left = side & Qt::AlignRight ? box.right() + 1 - size.width() : box.left();
    const QRect place(left, box.center().y() - size.height() / 2, size.width(), size.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.soft(look.color));
    painter.drawRoundedRect(place, size.height() / 2.0, size.height() / 2.0);
    const QRectF icon(place.left() + chip_padding, place.center().y() - chip_icon / 2.0 + 0.5, chip_icon,
                      chip_icon);
    paint_icon(painter, look.icon, icon, look.color);
    painter.setPen(look.color);
    painter.drawText(place.adjusted(chip_padding + chip_icon + chip_gap, 0, -chip_padding, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
    painter.restore();
    return place;
}

} // namespace tunedesk::ui::style
