// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_bar.h"

#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/widgets/error_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <functional>
#include <vector>

namespace tunedesk::ui {

QColor MessageBar::colour(Kind kind) {
    const style::Colors& colors = style::colors();
    switch (kind) {
    case Kind::success:
        return colors.success;
    case Kind::warning:
        return colors.warning;
    case Kind::error:
        return colors.danger;
    case Kind::info:
        break;
    }
    return colors.info;
}

namespace {

constexpr int margin = 16, gap = 8, widest = 760;

QString icon_name(MessageBar::Kind kind) {
    switch (kind) {
    case MessageBar::Kind::success:
        return QStringLiteral("done");
    case MessageBar::Kind::warning:
    case MessageBar::Kind::error:
        return QStringLiteral("failed");
    default:
        return QStringLiteral("info");
    }
}

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), leaves_(new QTimer(this)), text_(new QLabel), action_(new QPushButton) {
    leaves_->setSingleShot(true);
    leaves_->setInterval(stays_ms);
    connect(leaves_, &QTimer::timeout, this, [this] {
        underMouse() ? leaves_->start() : clear(); // the message may be read or copied now
    });
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text_->setAccessibleName(tr("Message"));
    auto* dismiss = new QToolButton;
    dismiss->setIcon(style::icon(QStringLiteral("close")));
    dismiss->setAutoRaise(true);
    dismiss->setAccessibleName(tr("Dismiss the message"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(38, 8, 8, 8); // space for the icon at the left
    row->setSpacing(style::s);
    row->addWidget(text_, 1);
    row->addWidget(action_);
    row->addWidget(dismiss);
    setObjectName(QStringLiteral("messageBar"));
    connect(dismiss, &QToolButton::clicked, this, [this] {
        const QString said = text();
        clear();
        Q_EMIT answered(said);
    });
    connect(action_, &QPushButton::clicked, this, [this] {
        const QString said = text();
        if (const auto act = act_) act(); // the action may show another message
        Q_EMIT answered(said);
    });
    hide();
}

void MessageBar::say(Kind kind, const QString& text, const QString& action, std::function<void()> act) {
    kind_ = kind;
    text_->setText(text);
    action_->setText(action);
    action_->setVisible(!action.isEmpty());
    act_ = std::move(act);
    show();
    update();
    if (!host_) return;
    place();
    for (MessageBar* other : window()->findChildren<MessageBar*>())
        if (other->order_ > order_) other->place(); // moves other bars up
    const bool is_good = kind == Kind::info || kind == Kind::success;
    is_good&& action.isEmpty() ? leaves_->start() : leaves_->stop();
}

void MessageBar::float_over(QWidget* host) {
    static int count = 0;
    order_ = ++count;
    host_ = host;
    setParent(host);
    host->installEventFilter(this);
}

/// Paints a card with the kind's icon on its soft background, and a border if it floats.
void MessageBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const style::Colors& colors = style::colors_of(palette());
    const QColor own = colour(kind_);
    painter.setBrush(host_ ? colors.surface : colors.soft(own));
    painter.setPen(QPen(host_ ? style::mixed(colors.control, own, 0.45) : colors.soft(own), 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), style::field_radius,
                            style::field_radius);
    const QRectF badge(10, 8, 22, 22);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.soft(own));
    painter.drawEllipse(badge);
    style::paint_icon(painter, icon_name(kind_), badge.adjusted(4, 4, -4, -4), own);
}

/// Sizes the bar to its text, up to a fraction of the host's width; above bars that are already there.
void MessageBar::place() {
    if (!host_ || isHidden()) return;
    layout()->activate();
    const int room = std::max(1, host_->width() - 2 * margin);
    // A word-wrapping label would request a narrow width.
    const int text = text_->fontMetrics().size(0, text_->text()).width() + 4;
    const int width = std::min({room, widest, sizeHint().width() - text_->sizeHint().width() + text});
    const int height = hasHeightForWidth() ? heightForWidth(width) : sizeHint().height();
    const QPoint origin = host_->mapToGlobal(QPoint(0, 0));
    QRect at(margin, host_->height() - margin - height, width, height);
    std::vector<QRect> taken; // from below; raise() changes the order of children, not the order of creation
    for (const MessageBar* other : window()->findChildren<MessageBar*>())
        if (other->host_ && other->order_ < order_ && other->isVisible())
            taken.emplace_back(other->mapToGlobal(QPoint(0, 0)) - origin, other->size());
    std::ranges::sort(taken, std::greater{}, &QRect::bottom);
    for (const QRect& lower : taken)
        if (lower.intersects(at)) at.moveBottom(lower.top() - gap);
    setGeometry(at);
    raise();
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == host_ && (event->type() == QEvent::Resize || event->type() == QEvent::Show)) place();
    return QFrame::eventFilter(watched, event);
}

void MessageBar::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    leaves_->stop();
    if (!host_) return;
    for (MessageBar* other : window()->findChildren<MessageBar*>())
        if (other->order_ > order_) other->place(); // moves other bars down
}

void MessageBar::say(const Error& error, const QString& action, std::function<void()> act) {
    say(Kind::error, shown_error(error), action, std::move(act));
}

void MessageBar::clear() {
    hide();
}

QString MessageBar::text() const {
    return isHidden() ? QString() : text_->text();
}

} // namespace tunedesk::ui
