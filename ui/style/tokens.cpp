// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/tokens.h"

#include <QGuiApplication>
#include <QPalette>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui::style {

namespace {

Colors make_light() {
    Colors colors;
    colors.window = QColor(0xf4, 0xf5, 0xf8);
    colors.surface = QColor(0xff, 0xff, 0xff);
    colors.sunken = QColor(0xea, 0xec, 0xf1);
    colors.border = QColor(0xe0, 0xe3, 0xea);
    colors.control = QColor(0xc6, 0xcb, 0xd6);
    colors.text = QColor(0x17, 0x1b, 0x26);
    colors.muted = QColor(0x56, 0x5f, 0x70);
    colors.accent = QColor(0x3b, 0x55, 0xd9);
    colors.on_accent = QColor(0xff, 0xff, 0xff);
    colors.accent_soft = QColor(0xe3, 0xe8, 0xfd);
    colors.success = QColor(0x14, 0x75, 0x48);
    colors.warning = QColor(0x8f, 0x52, 0x00);
    colors.danger = QColor(0xba, 0x2a, 0x2f);
    colors.info = QColor(0x1d, 0x5f, 0xae);
    // After Okabe and Ito, "Color Universal Design" (2008); those too light for a white background are
    // darker.
    colors.series = {QColor(0x00, 0x72, 0xb2), QColor(0xd5, 0x5e, 0x00), QColor(0x00, 0x8f, 0x68),
                     QColor(0xbd, 0x5d, 0x92), QColor(0xa8, 0x72, 0x00), QColor(0x2a, 0x91, 0xc9),
                     QColor(0x6a, 0x4b, 0xb8), QColor(0x6b, 0x71, 0x7d)};
    return colors;
}

Colors make_dark() {
    Colors colors;
    colors.window = QColor(0x14, 0x17, 0x1d);
    colors.surface = QColor(0x1c, 0x20, 0x28);
    colors.sunken = QColor(0x25, 0x2a, 0x34);
    colors.border = QColor(0x2b, 0x31, 0x3c);
    colors.control = QColor(0x45, 0x4d, 0x5c);
    colors.text = QColor(0xe7, 0xea, 0xf0);
    colors.muted = QColor(0xa0, 0xa9, 0xb8);
    colors.accent = QColor(0x8c, 0xa2, 0xff);
    colors.on_accent = QColor(0x10, 0x15, 0x28);
    colors.accent_soft = QColor(0x2b, 0x35, 0x5c);
    colors.success = QColor(0x4f, 0xcb, 0x8f);
    colors.warning = QColor(0xe8, 0xad, 0x4a);
    colors.danger = QColor(0xf5, 0x82, 0x80);
    colors.info = QColor(0x7d, 0xb3, 0xf7);
    colors.series = {QColor(0x5a, 0xb0, 0xee), QColor(0xff, 0x8f, 0x4a), QColor(0x35, 0xc7, 0x9b),
                     QColor(0xe3, 0x93, 0xc2), QColor(0xf0, 0xbb, 0x3f), QColor(0x8f, 0xd6, 0xf7),
                     QColor(0xb3, 0x9c, 0xf2), QColor(0xac, 0xb4, 0xc2)};
    colors.is_dark = true;
    return colors;
}

double luminance(const QColor& color) {
    const auto linear = [](double c) {
        return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto mix = [&](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

QColor Colors::hover() const {
    return mixed(surface, accent, is_dark ? 0.10 : 0.05);
}

QColor Colors::soft(const QColor& state) const {
    return mixed(surface, state, is_dark ? 0.16 : 0.09);
}

const Colors& light_colors() {
    static const Colors colors = make_light();
    return colors;
}

const Colors& dark_colors() {
    static const Colors colors = make_dark();
    return colors;
}

const Colors& colors_of(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < 128 ? dark_colors() : light_colors();
}

const Colors& colors() {
    return colors_of(QGuiApplication::palette());
}

QPalette make_palette(const Colors& colors) {
    QPalette palette(colors.surface, colors.window);
    palette.setColor(QPalette::WindowText, colors.text);
    palette.setColor(QPalette::Base, colors.surface);
    palette.setColor(QPalette::AlternateBase, mixed(colors.surface, colors.sunken, 0.5));
    palette.setColor(QPalette::Text, colors.text);
    palette.setColor(QPalette::ButtonText, colors.text);
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::ToolTipBase, colors.is_dark ? colors.sunken : colors.text);
    palette.setColor(QPalette::ToolTipText, colors.is_dark ? colors.text : colors.surface);
    palette.setColor(QPalette::Mid, colors.control);
    palette.setColor(QPalette::Midlight, colors.border);
    palette.setColor(QPalette::Highlight, colors.accent);
    palette.setColor(QPalette::HighlightedText, colors.on_accent);
    palette.setColor(QPalette::Link, colors.accent);
    palette.setColor(QPalette::LinkVisited, colors.accent);
    palette.setColor(QPalette::PlaceholderText, colors.muted);
    const QColor disabled = mixed(colors.window, colors.muted, 0.62);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText})
        palette.setColor(QPalette::Disabled, role, disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, colors.control);
    return palette;
}

QColor series_for(const QColor& color, bool dark) {
    const Colors &from = dark ? light_colors() : dark_colors(), &to = dark ? dark_colors() : light_colors();
    for (std::size_t i = 0; i < series_count; ++i)
        if (from.series[i].rgb() == color.rgb()) return to.series[i];
    return color;
}

Qt::PenStyle series_line(const QColor& color) {
    static constexpr std::array<Qt::PenStyle, series_count> lines = {
        Qt::SolidLine, Qt::SolidLine,   Qt::SolidLine, Qt::SolidLine,
        Qt::DashLine,  Qt::DashDotLine, Qt::DotLine,   Qt::DashDotDotLine};
    for (const Colors* colors : {&light_colors(), &dark_colors()})
        for (std::size_t i = 0; i < series_count; ++i)
            if (colors->series[i].rgb() == color.rgb()) return lines[i];
    return Qt::SolidLine;
}

} // namespace tunedesk::ui::style
