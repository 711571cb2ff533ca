// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "event/socket/channel.h"
#include "parallel/world.h"
#include "preset/preset.h"
#include "train/session/outcome.h"

namespace tunedesk::train {

struct Trial;

/// A worker's task: one rank of the run in `run`.
struct SessionOptions {
    fs::path run;
    Preset preset;
    std::string preset_yaml;      ///< as written to RUN/preset.yaml
    bool allow_change = false;    ///< resume even if preset, data or ranks differ
    bool supervised = false;      ///< a supervisor ends ranks that hang, so collectives need no timeout
    const Trial* trial = nullptr; ///< run this trial instead of training
};

/// One rank's whole run, from the preset to the report: reads data and model, resumes from the newest
/// checkpoint if there is one, trains, tests, and leaves the run folder's files (rank 0 alone writes). Events
/// go through `channel`. Throws tunedesk::Error.
Outcome run_session(const SessionOptions& options, const parallel::World& world, event::Channel& channel);

} // namespace tunedesk::train
