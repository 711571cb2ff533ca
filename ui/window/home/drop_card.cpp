// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/home/drop_card.h"

#include "ui/style/app_style.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QGridLayout>
#include <QLabel>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

constexpr int badge = 44, others_in_row = 2;

} // namespace

DropCard::DropCard(QWidget* parent) : QFrame(parent), first_(new QHBoxLayout), others_(new QGridLayout) {
    setAcceptDrops(true);
    auto* title = new QLabel(tr("Train on your own data"));
    style::set_text_size(title, style::TextSize::title);
    auto* hint = new QLabel(tr("Drop a CSV, a folder of images or a preset here."));
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto* words = new QVBoxLayout;
    words->setSpacing(style::xs);
    words->addWidget(title);
    words->addWidget(hint);
    auto* head = new QHBoxLayout;
    head->addSpacing(badge + style::l);
    head->addLayout(words, 1);
    first_->setContentsMargins(badge + style::l, 0, 0, 0);
    first_->addStretch(1);
    others_->setHorizontalSpacing(style::s);
    others_->setVerticalSpacing(style::xs);
    others_->setContentsMargins(badge + style::l - style::s, 0, 0, 0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(style::xl, style::xl, style::xl, style::l);
    column->setSpacing(style::m);
    column->addLayout(head);
    column->addLayout(first_);
    column->addLayout(others_);
}

void DropCard::add(QAction* action, const QString& title, const QString& explanation, const QString& icon) {
    auto* button = new QPushButton(title);
    button->setAccessibleDescription(explanation);
    button->setToolTip(explanation);
    if (!action->isVisible()) button->hide();
    connect(button, &QAbstractButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::visibleChanged, button,
            [button, action] { button->setVisible(action->isVisible()); });
    if (count_++ == 0) {
        style::make_primary(button);
        button->setIcon(style::icon(icon, QPalette::HighlightedText));
        QFont face = style::font(style::TextSize::body);
        face.setWeight(QFont::DemiBold);
        button->setFont(face);
        button->setMinimumHeight(38);
        button->setMinimumWidth(220);
        first_->insertWidget(0, button);
        return;
    }
    button->setFlat(true);
    button->setIcon(style::icon(icon));
    const int number = count_ - 2;
    others_->addWidget(button, number / others_in_row, number % others_in_row, Qt::AlignLeft);
    others_->setColumnStretch(others_in_row, 1);
}

void DropCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const style::Colors& colors = style::colors_of(palette());
    QPen edge(is_over_ ? colors.accent : colors.control, is_over_ ? 2 : 1.3, Qt::CustomDashLine,
              Qt::RoundCap);
    edge.setDashPattern({4, 4});
    painter.setBrush(is_over_ ? colors.accent_soft : colors.surface);
    painter.setPen(edge);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), style::card_radius, style::card_radius);
    const QRectF place(style::xl, style::xl, badge, badge);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.accent_soft);
    painter.drawEllipse(place);
    style::paint_icon(painter, QStringLiteral("data"), place.adjusted(11, 11, -11, -11), colors.accent);
}

void DropCard::dragEnterEvent(QDragEnterEvent* event) {
    const auto& urls = event->mimeData()->urls();
    if (urls.size() != 1 || !urls.front().isLocalFile()) return;
    is_over_ = true;
    update();
    event->acceptProposedAction();
}

void DropCard::dragLeaveEvent(QDragLeaveEvent*) {
    is_over_ = false;
    update();
}

void DropCard::dropEvent(QDropEvent* event) {
    is_over_ = false;
    update();
    Q_EMIT dropped(event->mimeData()->urls().front().toLocalFile());
    event->acceptProposedAction();
}

} // namespace tunedesk::ui
