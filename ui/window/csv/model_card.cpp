// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/model_card.h"

#include "base/text.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/widgets/text.h"

#include <QPainter>

namespace tunedesk::ui {

namespace {

constexpr int lines_of_card = 3, narrowest_card = 190, dot = 8;

QString size_name(ModelSize size) {
    switch (size) {
    case ModelSize::small:
        return ModelCard::tr("Small");
    case ModelSize::medium:
        return ModelCard::tr("Medium");
    case ModelSize::large:
        break;
    }
    return ModelCard::tr("Large");
}

QColor verdict_color(const std::string& verdict, const style::Colors& colors) {
    return verdict == "fits"    ? colors.success
           : verdict == "tight" ? colors.warning
           : verdict == "no"    ? colors.danger
                                : colors.muted;
}

} // namespace

ModelCard::ModelCard(ModelSize size, QWidget* parent) : QAbstractButton(parent), size_(size) {
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setCheckable(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    describe();
}

void ModelCard::show_model(const FoundModel& model) {
    model_ = model;
    estimate_.reset();
    describe();
}

void ModelCard::show_estimate(const std::optional<ModelEstimate>& estimate) {
    estimate_ = estimate;
    describe();
}

QString ModelCard::needs() const {
    if (!estimate_) return {};
    return tr("about %1, %2 of memory")
        .arg(to_qt(human_duration(estimate_->seconds)), to_qt(human_bytes(estimate_->memory)));
}

void ModelCard::describe() {
    QStringList parts{size_name(size_), to_qt(model_.name), to_qt(model_.architecture)};
    if (!needs().isEmpty()) parts << needs();
    if (estimate_ && estimate_->verdict == "no") parts << tr("does not fit");
    if (!is_at_hand() && !model_.name.empty())
        parts << tr("download %1").arg(to_qt(human_bytes(model_.bytes)));
    setAccessibleName(parts.join(QStringLiteral(", ")));
    parts.removeFirst();
    setToolTip(parts.join(u'\n'));
    update();
}

QSize ModelCard::sizeHint() const {
    return {narrowest_card + 60, lines_of_card * (fontMetrics().height() + style::xs) + 2 * style::s};
}

QSize ModelCard::minimumSizeHint() const {
    return {narrowest_card, sizeHint().height()};
}

void ModelCard::paint_head(QPainter& painter, const QRect& line) const {
    const style::Colors& colors = style::colors_of(palette());
    QRect words = line;
    if (isChecked()) {
        const QRectF mark(line.right() - style::icon_size, line.center().y() - style::icon_size / 2.0,
                          style::icon_size, style::icon_size);
        style::paint_icon(painter, QStringLiteral("done"), mark, colors.accent);
        words.setRight(static_cast<int>(mark.left()) - style::s);
    } else if (!is_at_hand()) {
        painter.setFont(style::font(style::TextSize::small));
        painter.setPen(colors.accent);
        const QString download = tr("download %1").arg(to_qt(human_bytes(model_.bytes)));
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, download);
        words.setRight(line.right() - painter.fontMetrics().horizontalAdvance(download) - style::s);
    }
    QFont face = style::font(style::TextSize::body);
    face.setWeight(QFont::DemiBold);
    painter.setFont(face);
    painter.setPen(colors.text);
    const QString name = to_qt(model_.name).section(u'/', -1);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(name, Qt::ElideMiddle, words.width()));
}

void ModelCard::paint_needs(QPainter& painter, const QRect& line) const {
    const style::Colors& colors = style::colors_of(palette());
    QRect words = line;
    if (estimate_) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(verdict_color(estimate_->verdict, colors));
        painter.drawEllipse(QRectF(line.left(), line.center().y() - dot / 2.0 + 0.5, dot, dot));
        words.adjust(dot + style::xs + style::hair, 0, 0, 0);
    }
    painter.setPen(estimate_ ? colors.text : colors.muted);
    const QString text = !estimate_                   ? tr("time and memory follow")
                         : estimate_->verdict == "no" ? tr("does not fit: %1").arg(needs())
                                                      : needs();
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, words.width()));
}

void ModelCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const style::Colors& colors = style::colors_of(palette());
    const bool is_marked = isChecked() || hasFocus();
    painter.setBrush(isDown()       ? colors.sunken
                     : isChecked()  ? colors.accent_soft
                     : underMouse() ? colors.hover()
                                    : colors.surface);
    painter.setPen(QPen(is_marked ? colors.accent : colors.border, hasFocus() ? 2 : isChecked() ? 1.5 : 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), style::card_radius, style::card_radius);
    const int height = fontMetrics().height() + style::xs;
    QRect line(style::m, style::s, width() - 2 * style::m, height);
    if (!model_.name.empty()) paint_head(painter, line);
    line.translate(0, height);
    painter.setFont(style::font(style::TextSize::small));
    painter.setPen(colors.muted);
    QString kind = size_name(size_);
    if (!model_.name.empty()) kind += QStringLiteral(" · ") + to_qt(model_.architecture);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(kind, Qt::ElideRight, line.width()));
    if (model_.name.empty()) return;
    line.translate(0, height);
    paint_needs(painter, line);
}

} // namespace tunedesk::ui
