#pragma once

#include "base/file.h"

#include <QColor>
#include <vector>

namespace tunedesk::ui {

/// The colours that runs are told apart by: those of Okabe and Ito ("Color Universal Design", 2008), legible
/// to all forms of colour blindness, without black and yellow, which vanish on dark and on light.
const std::vector<QColor>& run_colour_choices();

/// The run's colour: the one chosen for it, else the next one in turn, which it then keeps. Remembered by
/// the folder in state_home()/colours.ini, so it is the same in every window and plot. Window's thread.
QColor run_colour(const fs::path& run);
void set_run_colour(const fs::path& run, const QColor& colour);

} // namespace tunedesk::ui
