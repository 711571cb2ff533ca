// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigation/rail.h"

#include "ui/style/icons.h"
#include "ui/style/tokens.h"

#include <QAction>
#include <QPainter>
#include <QRegularExpression>
#include <QToolButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

constexpr int rail_width = 52, button_side = 38;

/// Its icon, on the soft accent and with a mark at the window's edge while its place is shown.
class RailButton : public QToolButton {
public:
    explicit RailButton(QString icon) : icon_(std::move(icon)) {
        setAttribute(Qt::WA_Hover);
        setFixedSize(button_side, button_side);
        setFocusPolicy(Qt::TabFocus);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const style::Colors& colors = style::colors_of(palette());
        const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
        painter.setPen(hasFocus() ? QPen(colors.accent, 1.5) : QPen(Qt::NoPen));
        painter.setBrush(isChecked()    ? colors.accent_soft
                         : underMouse() ? style::mixed(colors.sunken, colors.control, 0.5)
                                        : QColor(Qt::transparent));
        painter.drawRoundedRect(box, style::s, style::s);
        const double inset = (width() - style::rail_icon_size) / 2.0;
        style::paint_icon(painter, icon_, QRectF(rect()).adjusted(inset, inset, -inset, -inset),
                          isChecked() ? colors.accent : colors.muted);
    }

private:
    QString icon_;
};

QString without_mnemonic(QString text) {
    static const QRegularExpression added(QStringLiteral("\\(&.\\)"));
    return text.remove(added).remove(u'&').remove(QChar(0x2026));
}

} // namespace

Rail::Rail(QWidget* parent) : QWidget(parent), top_(new QVBoxLayout), bottom_(new QVBoxLayout) {
    setFixedWidth(rail_width);
    auto* column = new QVBoxLayout(this);
    const int side = (rail_width - button_side) / 2;
    column->setContentsMargins(side, style::m, side, style::m);
    for (QVBoxLayout* part : {top_, bottom_}) {
        part->setSpacing(style::xs);
        column->addLayout(part);
        if (part == top_) column->addStretch(1);
    }
}

QToolButton* Rail::add(QAction* action, const QString& icon, bool at_bottom) {
    auto* button = new RailButton(icon);
    const QString name = without_mnemonic(action->text());
    button->setAccessibleName(name);
    button->setToolTip(
        action->shortcut().isEmpty()
            ? name
            : QStringLiteral("%1 (%2)").arg(name, action->shortcut().toString(QKeySequence::NativeText)));
    button->setCheckable(action->isCheckable());
    const auto follow = [button, action] {
        button->setChecked(action->isChecked());
        button->setEnabled(action->isEnabled());
        button->setVisible(action->isVisible());
    };
    connect(action, &QAction::changed, button, follow);
    connect(button, &QAbstractButton::clicked, this, [action, follow] {
        action->trigger();
        follow(); // a click alone does not turn it on
    });
    follow();
    (at_bottom ? bottom_ : top_)->addWidget(button);
    return button;
}

void Rail::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const style::Colors& colors = style::colors_of(palette());
    painter.fillRect(rect(), colors.sunken);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), colors.border);
}

} // namespace tunedesk::ui
