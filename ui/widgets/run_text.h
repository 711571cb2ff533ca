#pragma once

#include "event/run_status.h"
#include "report/figures.h"

#include <QString>
#include <string>

namespace tunedesk::ui {

/// What core/ calls things in English, in the window's language. Call them on the window's thread.

/// "Test accuracy", "Training time", ...
QString figure_title(const report::Figure& figure);

/// event::status_text() in the window's language: "done", "failed (7)", "queued (2)".
QString state_text(const event::RunStatus& status);

/// What a rank is at: "reading data", "training", "evaluation", ...
QString phase_text(const std::string& phase);

/// When a run began, as a time of today or a date, from UTC text; empty where that is none.
QString when_text(const std::string& utc);

} // namespace tunedesk::ui
