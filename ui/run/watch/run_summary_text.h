// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/run_status.h"
#include "ui/run/run_history.h"

#include <QString>
#include <optional>
#include <string>

namespace tunedesk::ui {

/// The evaluation that gave the best model so far.
struct BestEvaluation {
    std::string metric; ///< as Eval events name it
    double step = 0, value = 0;
};

/// The best evaluation on the validation rows; std::nullopt if there is none. `monitor`: checkpoint.monitor
/// ("val_acc"); if the evaluation lacks it, its first metric after the loss.
std::optional<BestEvaluation> best_of(const RunHistory& history, const std::string& monitor);

/// The last finite value of a series; std::nullopt without one.
std::optional<double> latest_value(const std::shared_ptr<const Series>& series);

/// Seconds from the run's first event to its last step, without the time between a step and a resumption from
/// it.
double active_seconds(const RunHistory& history);

/// A figure as tiles and sentences have it: "0.8252", "1.2e-05".
QString figure_text(double value);

/// "Finished in 3:14 · best 0.8252 at step 963": a sentence about an ended run.
QString summary_of(const RunHistory& history, const event::RunStatus& status, const std::string& monitor);

} // namespace tunedesk::ui
