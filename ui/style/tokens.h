// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <array>

class QPalette;

/// The window's design tokens: all colors, sizes and distances that widgets use. Pages define none of their
/// own.
namespace tunedesk::ui::style {

/// Distances on a grid of 4 px, in device-independent pixels.
enum Space : int { hair = 2, xs = 4, s = 8, m = 12, l = 16, xl = 24, xxl = 32 };

constexpr int field_radius = 6, card_radius = 10, chip_radius = 9;
constexpr int icon_size = 16, rail_icon_size = 22;

constexpr std::size_t series_count = 8;

/// The colors of one theme. The contrast of text on every surface is at least 4.5, of a series on `surface`
/// at least 3 (WCAG 2.1); the test of this library checks both.
struct Colors {
    QColor window;      ///< background of the window
    QColor surface;     ///< cards, fields, lists, plots
    QColor sunken;      ///< pressed elements, stripes, the rail
    QColor border;      ///< between surfaces
    QColor control;     ///< border of a field or button
    QColor text, muted; ///< on window, surface and sunken
    QColor accent;      ///< primary button, focus, selection mark
    QColor on_accent;   ///< text on accent
    QColor accent_soft; ///< background of the selected row; `text` is legible on it
    QColor success, warning, danger, info;
    std::array<QColor, series_count> series;
    bool is_dark = false;

    QColor hover() const;
    /// The background of a chip in a state's color, on which the color itself is legible.
    QColor soft(const QColor& state) const;
};

const Colors& light_colors();
const Colors& dark_colors();
/// The colors of the theme that a palette belongs to.
const Colors& colors_of(const QPalette& palette);
/// The colors of the application's palette.
const Colors& colors();

QPalette make_palette(const Colors& colors);

/// A series color converted to the other theme; `color` itself if it is not one of the eight.
QColor series_for(const QColor& color, bool dark);
/// The pen style of a series color, of either theme: four of the eight have distinct dash patterns, so that
/// they differ without color. Solid for other colors.
Qt::PenStyle series_line(const QColor& color);

/// Contrast of two colors as defined by WCAG 2.1, 1 to 21.
double contrast(const QColor& a, const QColor& b);
/// `a` mixed with `share` of `b`.
QColor mixed(const QColor& a, const QColor& b, double share);

} // namespace tunedesk::ui::style
