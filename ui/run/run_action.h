// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/phrase.h"
#include "event/run_status.h"
#include "event/socket/frame.h"

#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>
#include <string>

namespace tunedesk::ui {

/// What can be done to a run.
enum class RunAction { resume, stop, pause, go_on, checkpoint, kill, duplicate, free_space, trash };

/// "Stop".
QString name_of(RunAction action);
/// What the action does and what it keeps, in a sentence.
QString kept_by(RunAction action);
/// The same of this run: what else a removal takes is named. Looks into the folder.
QString kept_by(RunAction action, const fs::path& run);
/// Whether it should be asked about first.
bool needs_confirmation(RunAction action);
/// The one thing to do after a run's end with this exit code (-1: it ended without a word); std::nullopt if
/// it is done. What only another preset can mend leads to a copy of it.
std::optional<RunAction> next_action(int exit_code);
/// std::nullopt if the action is possible, else why not.
std::optional<QString> why_not(RunAction action, bool is_live, const event::RunStatus& status);

/// Why an action is not possible from this machine; std::nullopt if it is, or the run is of this machine.
std::optional<QString> why_not_there(RunAction action, const fs::path& run);

// All that follows blocks: call it in in_background(), never on the window's thread. It does what the command
// line does, by the same commands. Errors of those commands come as their own Error.

/// `tunedesk --no-gui run PRESET --detach`: the run's folder once its ranks are there. `sets`: key=value.
/// `run_dir` may be empty: ./runs/NAME-UTC below `working_folder`.
fs::path start_run(const fs::path& preset, const QStringList& sets = {}, const fs::path& run_dir = {},
                   const fs::path& working_folder = fs::current_path());
/// `tunedesk --no-gui resume RUN --detach`.
fs::path resume_run(const fs::path& run, bool allow_change = false);
/// Stop, pause, continue, checkpoint, kill: the supervisor's answer. Throws Error 6017 if it refuses.
Phrase command_run(const fs::path& run, event::Command command);

/// Carries out any action but a duplicate, which needs a place: what came of it, in a sentence.
QString carry_out(RunAction action, const fs::path& run);

/// Writes the run's preset to `preset`, without the keys that hold their defaults. Throws Error 2013 if that
/// exists.
void duplicate_run(const fs::path& run, const fs::path& preset);
/// Removes checkpoints/ (best/ and final/ stay); the bytes freed. Throws Error 6018 while the run lives,
/// 5015.
std::uint64_t free_run_space(const fs::path& run);
/// Moves the folder to the desktop's trash. Throws Error 6018 while the run lives, 5014 if there is no trash
/// for its disk, 5036 if moving fails.
void trash_run(const fs::path& run);

} // namespace tunedesk::ui
