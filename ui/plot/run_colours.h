// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QColor>
#include <QObject>
#include <vector>

class QWidget;

namespace tunedesk::ui {

/// The colours that distinguish runs: the series of style::light_colors(). FigureColours::legible() turns one
/// into that of the dark theme.
const std::vector<QColor>& run_colour_choices();

/// The run's colour: the one chosen for it, else the next one in turn, which it then keeps. Remembered by
/// the folder in state_home()/colours.ini, so it is the same in every window and plot. The file is read at
/// the first call and written in the background. Window's thread.
QColor run_colour(const fs::path& run);
/// Emits run_colour_changes().
void set_run_colour(const fs::path& run, const QColor& colour);

/// The line of a curve of this colour: style::series_line(), or for the `nth` curve of the colour in a plot
/// one that the curves before it do not have.
Qt::PenStyle curve_line(const QColor& colour, std::size_t nth = 0);

/// Asks for another colour in a dialog that blocks nothing.
void ask_run_colour(const fs::path& run, QWidget* parent);

/// Signals that the colour of a run has changed. Window's thread.
class RunColourChanges : public QObject {
    Q_OBJECT

Q_SIGNALS:
    void changed(const QString& run);
};
RunColourChanges& run_colour_changes();

} // namespace tunedesk::ui
