// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>
#include <QSize>
#include <QString>
#include <functional>

class QCustomPlot;
class QFont;
class QMenu;
class QPaintDevice;
class QPalette;
class QWidget;

namespace tunedesk::ui {

/// The colors of a figure: the palette's on the screen, dark on white on paper.
struct FigureColours {
    QColor background, text, grid, frame;

    static FigureColours of(const QPalette& palette);
    static FigureColours paper();
    bool is_dark() const;
    /// The background mixed with `share` of a color.
    QColor tinted(const QColor& colour, double share) const;
    /// The color, made lighter or darker until its contrast with the background is 3:1 (WCAG 2.1's minimum
    /// for graphics).
    QColor legible(const QColor& colour) const;
    /// Black or white, whichever has more contrast with `fill`.
    static QColor text_on(const QColor& fill);
};

/// Sets the colors and the font of a chart's background, axes and grid.
void paint_axes(QCustomPlot& chart, const FigureColours& colours, const QFont& font);

/// The contents of a figure file. `suffix`: "png" (twice the pixels of `size`), "svg" or "pdf". `draw` paints
/// on a device of `size` logical pixels.
QByteArray render_figure(const QString& suffix, QSize size, const QString& title,
                         const std::function<void(QPaintDevice*)>& draw);

/// The file formats of a figure: a function that prepares the contents for a suffix on the window's thread
/// and returns a function that produces them on another thread.
struct FigureExport {
    QString name; ///< the suggested file name, without suffix
    std::function<std::function<QByteArray()>(const QString& suffix)> contents;
    bool has_table = false; ///< whether "csv" is one of the suffixes
};

/// Adds "Save as PNG...", SVG, PDF and CSV to a menu; each asks for the file and writes it in the background.
/// A failure is shown in a message box.
void add_export_actions(QMenu* menu, QWidget* parent, const FigureExport& figure);

} // namespace tunedesk::ui
