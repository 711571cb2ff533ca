// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <array>

class QPalette;

/// The window's look as values: every colour, size and distance that a widget may use. A page takes them from
/// here and names none of its own.
namespace tunedesk::ui::style {

/// Distances on a grid of 4 px, device independent.
enum Space : int { hair = 2, xs = 4, s = 8, m = 12, l = 16, xl = 24, xxl = 32 };

constexpr int field_radius = 6, card_radius = 10, chip_radius = 9;
constexpr int icon_size = 16, rail_icon_size = 22;

constexpr std::size_t series_count = 8;

/// The colours of one theme. Contrast of text on every surface is at least 4.5, of a series on `surface` at
/// least 3 (WCAG 2.1); the test of this library computes both.
struct Colors {
    QColor window;      ///< behind everything
    QColor surface;     ///< cards, fields, lists, plots
    QColor sunken;      ///< what is pressed, stripes, the rail
    QColor border;      ///< between surfaces
    QColor control;     ///< the edge of a field or button
    QColor text, muted; ///< on window, surface and sunken
    QColor accent;      ///< the one accent: primary button, focus, selection mark
    QColor on_accent;   ///< text on accent
    QColor accent_soft; ///< the selected row; `text` is legible on it
    QColor success, warning, danger, info;
    std::array<QColor, series_count> series;
    bool is_dark = false;

    QColor hover() const;
    /// A state's colour as the ground of a chip; the colour itself is legible on it.
    QColor soft(const QColor& state) const;
};

const Colors& light_colors();
const Colors& dark_colors();
/// Those of the theme that a palette belongs to.
const Colors& colors_of(const QPalette& palette);
/// Of the application's palette.
const Colors& colors();

QPalette make_palette(const Colors& colors);

/// A series' colour in the other theme where `color` is one of the eight; else `color` itself.
QColor series_for(const QColor& color, bool dark);
/// The line of a series' color, of either theme: four of the eight are dashed in ways of their own, so that
/// they differ without any color. Solid for others.
Qt::PenStyle series_line(const QColor& color);

/// Contrast of two colours as WCAG 2.1 defines it, 1 to 21.
double contrast(const QColor& a, const QColor& b);
/// `share` of `b` in `a`.
QColor mixed(const QColor& a, const QColor& b, double share);

} // namespace tunedesk::ui::style
