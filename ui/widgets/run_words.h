#pragma once

#include "report/figures.h"

#include <QString>
#include <string>

namespace tunedesk::ui {

/// What core/ calls things in English, in the window's language. Call them on the window's thread.

/// "Test accuracy", "Training time", ...
QString figure_title(const report::Figure& figure);

/// The state of a run as `list` says it: "done", "failed (7)", "queued (2)".
QString state_text(const std::string& state);

} // namespace tunedesk::ui
