#pragma once

#include "base/file.h"

#include <string>

namespace tunedesk::run {

/// What a user sets once for all runs, in settings_file(). A preset, which may come from somebody else, has
/// no say in any of it.
struct UserSettings {
    int cpu_slots = 1; ///< runs on the CPU that the queue lets train at the same time
    /// The part of a GPU's memory that must be free for the queue to use it.
    double gpu_free = 0.9;
    /// A shell command that a supervisor runs when its run has ended; empty: none. It finds TUNEDESK_RUN (the
    /// folder), TUNEDESK_NAME, TUNEDESK_CODE (the exit code) and TUNEDESK_LINE (the error line, or empty) in
    /// its environment.
    std::string notify_command;
};

/// $XDG_CONFIG_HOME/tunedesk/settings.yaml (else ~/.config/...).
fs::path settings_file();

/// The defaults where there is no file. Throws Error 2040 with file, line and key for a mistake in it.
UserSettings read_user_settings();

} // namespace tunedesk::run
