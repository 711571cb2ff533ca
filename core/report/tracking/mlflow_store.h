// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/tracking/tracked_run.h"

namespace tunedesk::report {

/// Writes a run into `store`, a folder in the format of MLflow's file store (mlruns): the preset's keys as
/// params, metrics.csv and the figures of compare.csv as metrics, the run's state, task and folder as tags,
/// and the artifacts. The experiment of that name is created if missing. The run's id is derived from the
/// first line of its journal: a second call replaces the files of the first, and keeps tags that others set.
/// Returns the run's folder in the store. Throws Error 5001, 5007 (disk), 2000 for a name that MLflow does
/// not accept.
fs::path write_mlflow_run(const fs::path& store, const std::string& experiment, const TrackedRun& tracked);

} // namespace tunedesk::report
