#include "ui/widgets/message_bar.h"

#include "ui/widgets/error_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace tunedesk::ui {

QColor MessageBar::colour(Kind kind) {
    switch (kind) {
    case Kind::success:
        return {0x2e, 0x9d, 0x63};
    case Kind::warning:
        return {0xd0, 0x8a, 0x00};
    case Kind::error:
        return {0xd0, 0x44, 0x37};
    case Kind::info:
        break;
    }
    return {0x35, 0x78, 0xc6};
}

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), text_(new QLabel), action_(new QPushButton) {
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text_->setAccessibleName(tr("Message"));
    auto* dismiss = new QToolButton;
    dismiss->setText(QStringLiteral("✕"));
    dismiss->setAutoRaise(true);
    dismiss->setAccessibleName(tr("Dismiss the message"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 6, 6);
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
        if (const auto act = act_) act(); // which may say something else here
        Q_EMIT answered(said);
    });
    hide();
}

void MessageBar::say(Kind kind, const QString& text, const QString& action, std::function<void()> act) {
    text_->setText(text);
    action_->setText(action);
    action_->setVisible(!action.isEmpty());
    act_ = std::move(act);
    setStyleSheet(QStringLiteral("#messageBar { border: 1px solid palette(mid); border-left: 4px solid %1; }")
                      .arg(colour(kind).name()));
    show();
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
