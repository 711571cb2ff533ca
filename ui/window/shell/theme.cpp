#include "ui/window/shell/theme.h"

#include "ui/window/shell/desktop.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleOption>

namespace tunedesk::ui {

namespace {

const QString portal_service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString portal_path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString portal_interface = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colour_scheme = QStringLiteral("color-scheme");

/// The portal's values: 0 no preference, 1 dark, 2 light.
bool means_dark(const QVariant& value) {
    QVariant inner = value;
    while (inner.userType() == qMetaTypeId<QDBusVariant>()) // Read() wraps it twice
        inner = inner.value<QDBusVariant>().variant();
    return inner.toUInt() == 1;
}

QPalette palette_of(const QColor& window, const QColor& base, const QColor& alternate, const QColor& button,
                    const QColor& text, const QColor& mid, const QColor& highlight, const QColor& link) {
    QPalette palette(button, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, alternate);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::ToolTipBase, base);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Mid, mid);
    palette.setColor(QPalette::Highlight, highlight);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, link);
    palette.setColor(QPalette::LinkVisited, link);
    QColor faint = text;
    faint.setAlphaF(0.60F);
    palette.setColor(QPalette::PlaceholderText, faint);
    QColor disabled = text;
    disabled.setAlphaF(0.50F);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, mid);
    return palette;
}

/// Fusion draws the edge of an empty box darker than its ground, which on a dark ground is none at all.
class EdgedFusion : public QProxyStyle {
public:
    EdgedFusion() : QProxyStyle(QStringLiteral("Fusion")) {}

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        const bool is_switch = element == PE_PanelButtonTool || element == PE_PanelButtonCommand;
        if (is_switch && (option->state & State_On)) {
            const QRect& r = option->rect;
            painter->fillRect(r.left() + 1, r.bottom() - 2, r.width() - 2, 2,
                              option->palette.color(QPalette::Highlight));
        }
        const bool is_round = element == PE_IndicatorRadioButton;
        if (!is_round && element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck) return;
        if (option->palette.color(QPalette::Window).lightness() > 128) return;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(option->palette.color(QPalette::PlaceholderText));
        painter->setBrush(Qt::NoBrush);
        const QRectF edge = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
        is_round ? painter->drawEllipse(edge) : painter->drawRoundedRect(edge, 2, 2);
        painter->restore();
    }

    /// Icons of dialogs' buttons come from the desktop's theme, some of them black on a dark button.
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override {
        if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
        if (hint == SH_EtchDisabledText) return 0; // drawn twice, it smears on dark grounds
        return QProxyStyle::styleHint(hint, option, widget, returned);
    }
};

} // namespace

QPalette Theme::light() {
    return palette_of(QColor(0xf4, 0xf5, 0xf7), Qt::white, QColor(0xf0, 0xf2, 0xf5), QColor(0xec, 0xee, 0xf1),
                      QColor(0x1d, 0x20, 0x26), QColor(0xc2, 0xc7, 0xcf), QColor(0x2b, 0x6c, 0xb8),
                      QColor(0x1f, 0x5f, 0xae));
}

QPalette Theme::dark() {
    return palette_of(QColor(0x25, 0x28, 0x2d), QColor(0x1c, 0x1e, 0x22), QColor(0x2a, 0x2d, 0x33),
                      QColor(0x34, 0x38, 0x3f), QColor(0xe4, 0xe7, 0xec), QColor(0x4d, 0x53, 0x5d),
                      QColor(0x2f, 0x73, 0xc2), QColor(0x7f, 0xb4, 0xf0));
}

Theme::Theme(QObject* parent) : QObject(parent) {
    QApplication::setStyle(new EdgedFusion);
    apply();
}

void Theme::choose(Choice choice) {
    choice_ = choice;
    if (choice == Choice::system && !asked_) ask_portal();
    apply();
}

bool Theme::is_dark() const {
    return choice_ == Choice::dark || (choice_ == Choice::system && desktop_dark_);
}

/// Asynchronously: a desktop without a portal, or a slow one, must not hold up the first paint.
void Theme::ask_portal() {
    asked_ = true;
    if (!has_session_bus()) return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    bus.connect(portal_service, portal_path, portal_interface, QStringLiteral("SettingChanged"), this,
                SLOT(setting_changed(QString, QString, QDBusVariant)));
    QDBusMessage call =
        QDBusMessage::createMethodCall(portal_service, portal_path, portal_interface, QStringLiteral("Read"));
    call << appearance << colour_scheme;
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QVariant> reply = *answer;
        answer->deleteLater();
        if (reply.isError()) return;
        setting_changed(appearance, colour_scheme, QDBusVariant(reply.value()));
    });
}

void Theme::setting_changed(const QString& space, const QString& key, const QDBusVariant& value) {
    if (space != appearance || key != colour_scheme) return;
    desktop_dark_ = means_dark(value.variant());
    apply();
}

void Theme::apply() {
    QApplication::setPalette(is_dark() ? dark() : light());
    Q_EMIT changed();
}

Theme::Choice theme_choice(const QString& name) {
    if (name == QStringLiteral("light")) return Theme::Choice::light;
    return name == QStringLiteral("dark") ? Theme::Choice::dark : Theme::Choice::system;
}

QString theme_name(Theme::Choice choice) {
    switch (choice) {
    case Theme::Choice::light:
        return QStringLiteral("light");
    case Theme::Choice::dark:
        return QStringLiteral("dark");
    default:
        return QStringLiteral("system");
    }
}

} // namespace tunedesk::ui
