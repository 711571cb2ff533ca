// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/home/run_card.h"

#include "base/text.h"
#include "ui/style/chip.h"
#include "ui/style/fonts.h"
#include "ui/style/tokens.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"
#include "ui/window/home/sparkline.h"
#include "ui/window/library/entry_text.h"

#include <QPainter>

namespace tunedesk::ui {

namespace {

constexpr int card_width = 264, card_height = 124, curve_width = 104;

QString elided(const QPainter& painter, const QString& text, int width) {
    return painter.fontMetrics().elidedText(text, Qt::ElideRight, width);
}

} // namespace

RunCard::RunCard(QWidget* parent) : QAbstractButton(parent) {
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RunCard::set_contents(const Contents& contents) {
    contents_ = contents;
    const LibraryEntry& entry = *contents_.entry;
    const QString score = score_text(entry);
    setAccessibleName(to_qt(entry.title()) + QStringLiteral(", ") + standing_text(entry) +
                      (score.isEmpty() ? QString() : QStringLiteral(", ") + score));
    setToolTip(to_qt(entry.title()) + u'\n' + shown_path(entry.path, 90));
    update();
}

QSize RunCard::sizeHint() const {
    return {card_width, card_height};
}

QSize RunCard::minimumSizeHint() const {
    return {200, card_height};
}

void RunCard::paint_head(QPainter& painter, const QRect& box) const {
    const style::Colors& colors = style::colors_of(palette());
    const LibraryEntry& entry = *contents_.entry;
    painter.setFont(style::font(style::TextSize::small));
    const QRect chip = style::paint_chip(painter, QRect(box.left(), box.top(), box.width(), 22),
                                         Qt::AlignRight, style::state_look(entry.status.state, colors),
                                         elided(painter, state_text(entry.status), box.width() / 2), colors);
    QFont face = style::font(style::TextSize::body);
    face.setWeight(QFont::DemiBold);
    painter.setFont(face);
    painter.setPen(colors.text);
    const QRect title(box.left(), box.top(), chip.left() - box.left() - style::s, 22);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     elided(painter, to_qt(entry.title()), title.width()));
}

void RunCard::paint_progress(QPainter& painter, const QRect& box) const {
    const style::Colors& colors = style::colors_of(palette());
    const LibraryEntry& entry = *contents_.entry;
    const double share =
        entry.steps > 0 ? std::min(1.0, static_cast<double>(entry.step) / static_cast<double>(entry.steps))
                        : 0;
    const QRectF line(box.left(), box.bottom() - 4, box.width(), 5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.sunken);
    painter.drawRoundedRect(line, 2.5, 2.5);
    painter.setBrush(colors.accent);
    if (share > 0) painter.drawRoundedRect(QRectF(line.topLeft(), QSizeF(line.width() * share, 5)), 2.5, 2.5);
    painter.setFont(style::font(style::TextSize::small));
    painter.setPen(colors.muted);
    const QRect words(box.left(), box.bottom() - 26, box.width(), 18);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     entry.steps > 0 ? tr("step %1 of %2").arg(entry.step).arg(entry.steps) : QString());
    if (contents_.seconds_left >= 0)
        painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter,
                         tr("%1 left").arg(to_qt(human_duration(contents_.seconds_left))));
}

void RunCard::paint_score(QPainter& painter, const QRect& box) const {
    const style::Colors& colors = style::colors_of(palette());
    const LibraryEntry& entry = *contents_.entry;
    const QString score = score_text(entry), by = score_difference(entry, contents_.baseline);
    QFont large = style::font(style::TextSize::title);
    large.setPointSizeF(large.pointSizeF() * 1.25);
    painter.setFont(large);
    painter.setPen(score.isEmpty() ? colors.muted : colors.text);
    painter.drawText(QRect(box.left(), box.top(), box.width() - curve_width, 30),
                     Qt::AlignLeft | Qt::AlignVCenter, score.isEmpty() ? QStringLiteral("–") : score);
    painter.setFont(style::font(style::TextSize::small));
    const QRect below(box.left(), box.top() + 32, box.width() - curve_width - style::s, 18);
    painter.setPen(by.isEmpty()                           ? colors.muted
                   : is_better(entry, contents_.baseline) ? colors.success
                                                          : colors.warning);
    const QString when = when_text(entry.started);
    const QString remark = by.isEmpty() ? when : tr("%1 vs. baseline").arg(by);
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, elided(painter, remark, below.width()));
}

void RunCard::paintEvent(QPaintEvent*) {
    if (!contents_.entry) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const style::Colors& colors = style::colors_of(palette());
    const bool focus = hasFocus(), over = underMouse();
    painter.setBrush(isDown() ? colors.sunken : over ? colors.hover() : colors.surface);
    painter.setPen(QPen(focus ? colors.accent : over ? colors.control : colors.border, focus ? 1.5 : 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), style::card_radius,
                            style::card_radius);
    const QRect box = rect().adjusted(14, style::m, -14, -14);
    paint_head(painter, box);
    const QRect body = box.adjusted(0, 30, 0, 0);
    const bool runs = contents_.entry->section == Section::running;
    const bool is_failed = style::state_look(contents_.entry->status.state, colors).color == colors.danger;
    const QRectF curve(body.right() - curve_width, body.top(), curve_width, runs ? 38 : body.height());
    paint_sparkline(painter, curve, contents_.loss, is_failed ? colors.danger : colors.series[0]);
    paint_score(painter, body);
    if (runs) paint_progress(painter, box);
}

} // namespace tunedesk::ui
