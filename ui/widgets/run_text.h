// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/run_status.h"
#include "report/figures.h"

#include <QString>
#include <map>
#include <string>

namespace tunedesk::ui {

/// Names that core/ has in English, in the window's language. Call them on the window's thread.

/// "Test accuracy", "Training time", ...
QString figure_title(const report::Figure& figure);

/// event::status_text() in the window's language: "done", "failed (7)", "queued (2)".
QString state_text(const event::RunStatus& status);

/// The phase of a rank: "reading data", "training", "evaluation", ...
QString phase_text(const std::string& phase);

/// The start of a run as a time of today or a date, from UTC text; empty if the text is invalid.
QString when_text(const std::string& utc);

/// The display name of a metric of a step or an evaluation: "gradient norm" for "grad_norm".
QString shown_metric(std::string name);

/// The display name of a split: "validation" for "val".
QString shown_split(const std::string& split);

/// The display name of a column such as "gpu 0 used_bytes". `totals`: each GPU's memory in bytes.
QString shown_device(const std::string& column, const std::map<int, double>& totals);

} // namespace tunedesk::ui
