// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "preset/preset.h"
#include "run/devices/oversubscription.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// A name made of letters, digits, '-', '_' and '.', at most 60 of them; "run" if none is left.
std::string folder_name(const std::string& name);

/// `base`/runs/NAME-UTC, NAME as folder_name() makes it; with a number appended if that exists.
fs::path default_run_folder(const Preset& preset, const fs::path& base, double utc);

/// The folder of a new run: `given` as an absolute path, or if it is empty, default_run_folder() in the
/// working directory.
event::RunFolder folder_for(const Preset& preset, const std::string& given);

/// A run that is about to be started or queued.
struct QueuedRun {
    Preset preset;
    event::RunFolder folder;
    std::string setting; ///< what distinguishes it from others of its group, or empty
};

/// Throws Error 5013 if the disk of the first run's folder has no room for the checkpoints and models of all
/// of them, estimated from the size of the weights; 5011 if that is because no folder can be made.
void require_disk(const std::vector<QueuedRun>& runs);

/// Checks what can be checked before any process starts: the model's folder has a config.json (Error 4001;
/// 4377 if its name is not downloaded), the data files exist (3001), the machine has room for the ranks
/// (2160, 2161, see oversubscription()), the disk of `run_folder` has room (5013, see require_disk()).
void check_before_start(const Preset& preset, const fs::path& run_folder, StartTime when = StartTime::now);

/// Makes the run folder. Throws Error 5011 if that is not possible.
void make_run_folder(const event::RunFolder& folder);

/// The group of runs that were queued together, and what distinguishes this one.
struct RunGroup {
    std::string group, setting;
};

/// Writes preset.yaml, with the commit of a model that the hub names, and an entry in the register of runs;
/// the caller must hold the lock. Throws Error 2011 if the folder holds a run already, 5011 if it cannot be
/// written.
void begin_run(const event::RunFolder& folder, const Preset& preset, const RunGroup& group = {});

/// Adds the run to state_home()/runs/IDENTITY.json ({path, name, started, task, group, setting}), which
/// `list` reads. Without a group the run keeps its registered one. Errors of writing the register are
/// ignored.
void register_run(const event::RunFolder& folder, const Preset& preset, const RunGroup& group = {});

} // namespace tunedesk::run
