#pragma once

#include "report/figures.h"

#include <QString>
#include <string>

namespace tunedesk::ui {

/// What core/ calls things in English, in the window's language. Call them on the window's thread.

/// "Test accuracy", "Training time", ...
QString figure_title(const report::Figure& figure);

/// The state of a run as `list` or its supervisor says it: "done", "failed (7)", "queued (2)", "pausing".
QString state_text(const std::string& state);

/// What a rank is at: "reading data", "training", "evaluation", ...
QString phase_text(const std::string& phase);

/// When a run began, as a time of today or a date, from UTC text; empty where that is none.
QString when_text(const std::string& utc);

} // namespace tunedesk::ui
