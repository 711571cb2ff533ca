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

/// The colours of a figure: the palette's on the screen, dark on white on paper.
struct FigureColours {
    QColor background, text, grid, frame;

    static FigureColours of(const QPalette& palette);
    static FigureColours paper();
    bool is_dark() const;
    /// The mixture of the background with `share` of a colour.
    QColor tinted(const QColor& colour, double share) const;
    /// The colour, made lighter or darker until it stands out from the background (3:1, WCAG 2.1's least
    /// contrast of graphics).
    QColor legible(const QColor& colour) const;
    /// Black or white, whichever is easier to read on `fill`.
    static QColor text_on(const QColor& fill);
};

/// Gives a chart's background, its two axes and their grid a figure's colours and font.
void paint_axes(QCustomPlot& chart, const FigureColours& colours, const QFont& font);

/// The bytes of a figure file. `suffix`: "png" (twice the pixels of `size`), "svg" or "pdf". `draw` paints on
/// a device of `size` logical pixels.
QByteArray render_figure(const QString& suffix, QSize size, const QString& title,
                         const std::function<void(QPaintDevice*)>& draw);

/// What a figure can be saved as: makes the contents of a file with this suffix, on the window's thread; the
/// function that it returns runs on another one.
struct FigureExport {
    QString name; ///< the proposed file's name, without suffix
    std::function<std::function<QByteArray()>(const QString& suffix)> contents;
    bool has_table = false; ///< whether "csv" is one of the suffixes
};

/// Adds "Save as PNG...", SVG, PDF and CSV to a menu; each asks for the file and writes it in the background.
/// A failure is shown in a message box.
void add_export_actions(QMenu* menu, QWidget* parent, const FigureExport& figure);

} // namespace tunedesk::ui
