// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/tracking/tracked_run.h"

#include <string>

namespace tunedesk::report {

/// Writes a run below `folder` in the format of an offline run of W&B's client:
/// wandb/offline-run-DATE_TIME-ID with run-ID.wandb, which `wandb sync` uploads, and the folder `files`. The
/// preset's keys are the config, metrics.csv the history; the last values, the best evaluation and the
/// figures of compare.csv are the summary. A run that has not ended has no exit record. The id is derived
/// from the first line of the journal: a second call replaces the files of the first. Returns the run's
/// folder. Throws Error 5001, 5007 (disk), 2000 for a project that W&B does not accept.
fs::path write_wandb_run(const fs::path& folder, const std::string& project, const TrackedRun& tracked);

} // namespace tunedesk::report
