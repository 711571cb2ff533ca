// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>

namespace tunedesk::run {

/// Whose files a run can be written as.
enum class Tracker { mlflow, wandb };

/// Writes a run for a tracker: settings, metrics, and its preset, environment and report as artifacts. A
/// second call replaces what the first wrote. `target`: MLflow's file store, or the folder for W&B's offline
/// runs; `experiment`: the project's name, for W&B. Returns the folder it has written. Throws what
/// write_mlflow_run() and write_wandb_run() throw.
fs::path track_run(Tracker tracker, const fs::path& target, const std::string& experiment,
                   const fs::path& run);

} // namespace tunedesk::run
