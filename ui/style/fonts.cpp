// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/fonts.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QWidget>

namespace tunedesk::ui::style {

namespace {

const QString family = QStringLiteral("TuneDesk Sans");
constexpr double body_points = 9.75; ///< 13 px at 96 dpi

double points_of(TextSize size) {
    switch (size) {
    case TextSize::small:
        return 8.25;
    case TextSize::title:
        return 13.5;
    case TextSize::display:
        return 24;
    default:
        return body_points;
    }
}

/// If the language is Chinese, the system font with Simplified Chinese forms; other fonts draw some
/// characters in their Japanese form. Empty for other languages, or if no such font is found.
QString chinese_family() {
    if (QLocale().script() != QLocale::SimplifiedChineseScript) return {};
    static const QString found = [] {
        QString best;
        for (const QString& each : QFontDatabase::families(QFontDatabase::SimplifiedChinese)) {
            if (!each.endsWith(QStringLiteral(" SC")) || each.contains(QStringLiteral("Mono"))) continue;
            if (best.isEmpty() || each.contains(QStringLiteral("Sans"))) best = each;
        }
        return best;
    }();
    return found;
}

} // namespace

void load_fonts() {
    static const bool loaded = [] {
        for (const char* style : {"Regular", "Medium", "SemiBold"})
            QFontDatabase::addApplicationFont(
                QStringLiteral(":/fonts/TuneDeskSans-%1.otf").arg(QLatin1String(style)));
        return true;
    }();
    (void)loaded;
}

QFont font(TextSize size) {
    QFont font(family);
    // Then the system's default font, which has the characters of its language.
    static const QString systems = QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    QStringList families{family, chinese_family(), systems};
    families.removeAll(QString());
    font.setFamilies(families);
    font.setPointSizeF(points_of(size));
    font.setWeight(size == TextSize::title || size == TextSize::display ? QFont::DemiBold : QFont::Normal);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QFont code_font() {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(body_points * 0.95);
    return font;
}

void set_text_size(QWidget* widget, TextSize size, bool is_muted) {
    widget->setFont(font(size));
    if (is_muted) widget->setForegroundRole(QPalette::PlaceholderText);
}

} // namespace tunedesk::ui::style
