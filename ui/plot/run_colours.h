// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QColor>
#include <QObject>
#include <vector>

class QWidget;

namespace tunedesk::ui {

/// The colors that distinguish runs: the series of style::light_colors(). FigureColours::legible() converts
/// one for the dark theme.
const std::vector<QColor>& run_colour_choices();

/// The run's color: the user's choice, else the next one in turn, which is then stored. Stored by folder in
/// state_home()/colours.ini, so that it is the same in every window and plot. The file is read at the first
/// call and written in the background. Window's thread.
QColor run_colour(const fs::path& run);
/// Stores the color and emits run_colour_changes().
void set_run_colour(const fs::path& run, const QColor& colour);

/// The pen style for a curve of this color: style::series_line(), or for the `nth` curve of the color in a
/// plot a style that the previous ones do not have.
Qt::PenStyle curve_line(const QColor& colour, std::size_t nth = 0);

/// Asks for another color in a non-modal dialog.
void ask_run_colour(const fs::path& run, QWidget* parent);

/// Emits a signal when the color of a run has changed. Window's thread.
class RunColourChanges : public QObject {
    Q_OBJECT

Q_SIGNALS:
    void changed(const QString& run);
};
RunColourChanges& run_colour_changes();

} // namespace tunedesk::ui
