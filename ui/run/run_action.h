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

/// An action on a run.
enum class RunAction { resume, stop, pause, go_on, checkpoint, kill, duplicate, free_space, trash };

/// "Stop".
QString name_of(RunAction action);
/// A sentence about the effect of the action and what it keeps.
QString kept_by(RunAction action);
/// The same for a particular run, with other contents that a removal would delete. Reads the folder.
QString kept_by(RunAction action, const fs::path& run);
/// Whether the action needs a confirmation.
bool needs_confirmation(RunAction action);
/// The action to propose after a run's end with this exit code (-1: no exit record); std::nullopt if it
/// finished. If only another preset can help, it is `duplicate`.
std::optional<RunAction> next_action(int exit_code);
/// The reason why an action is not possible; std::nullopt if it is.
std::optional<QString> why_not(RunAction action, bool is_live, const event::RunStatus& status);

/// The reason why an action is not possible for a remote run; std::nullopt if it is possible or the run is on
/// this machine.
std::optional<QString> why_not_there(RunAction action, const fs::path& run);

// The functions below block: call them in in_background(), not on the window's thread. They run the commands
// of the command line, and throw the errors of those commands.

/// `tunedesk --no-gui run PRESET --detach`: returns the run's folder when its ranks are connected. `sets`:
/// assignments key=value. An empty `run_dir` means ./runs/NAME-UTC below `working_folder`.
fs::path start_run(const fs::path& preset, const QStringList& sets = {}, const fs::path& run_dir = {},
                   const fs::path& working_folder = fs::current_path());
/// `tunedesk --no-gui resume RUN --detach`.
fs::path resume_run(const fs::path& run, bool allow_change = false);
/// Sends a command and returns the supervisor's answer. Throws Error 6017 if it refuses.
Phrase command_run(const fs::path& run, event::Command command);

/// Carries out any action except `duplicate`, which needs a target. Returns a sentence about the result.
QString carry_out(RunAction action, const fs::path& run);

/// Writes the run's preset to `preset`, without the keys that hold their defaults. Throws Error 2013 if that
/// exists.
void duplicate_run(const fs::path& run, const fs::path& preset);
/// Removes checkpoints/ but keeps best/ and final/. Returns the bytes freed. Throws Error 6018 while the run
/// is active, 5015 if removing fails.
std::uint64_t free_run_space(const fs::path& run);
/// Moves the folder to the desktop's trash. Throws Error 6018 while the run is active, 5014 if there is no
/// trash for its disk, 5036 if moving fails.
void trash_run(const fs::path& run);

} // namespace tunedesk::ui
