// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/run_status.h"
#include "report/figures.h"

#include <QString>
#include <map>
#include <string>

namespace tunedesk::ui {

/// What core/ calls things in English, in the window's language. Call them on the window's thread.

/// "Test accuracy", "Training time", ...
QString figure_title(const report::Figure& figure);

/// event::status_text() in the window's language: "done", "failed (7)", "queued (2)".
QString state_text(const event::RunStatus& status);

/// What a rank is at: "reading data", "training", "evaluation", ...
QString phase_text(const std::string& phase);

/// When a run began, as a time of today or a date, from UTC text; empty if that is none.
QString when_text(const std::string& utc);

/// What a legend calls a figure of a step or of an evaluation: "gradient norm" of "grad_norm".
QString shown_metric(std::string name);

/// "validation" of "val".
QString shown_split(const std::string& split);

/// "gpu 0 used_bytes" as a legend calls it. `totals`: each GPU's memory in bytes.
QString shown_device(const std::string& column, const std::map<int, double>& totals);

} // namespace tunedesk::ui
