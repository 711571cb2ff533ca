// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// A machine that the user's own ssh gets in to.
struct ServerSettings {
    std::string name;    ///< as `ssh` takes it: a host of ~/.ssh/config, USER@HOST
    std::string program; ///< tunedesk's path there; empty: on its PATH
    std::string folder;  ///< base of relative preset paths and of runs/; empty: the home folder

    bool operator==(const ServerSettings&) const = default;
};

/// What a user sets once for all runs, in settings_file(). A preset, which may come from another user, has
/// no say in any of it.
struct UserSettings {
    int cpu_slots = 1; ///< runs on the CPU that the queue lets train at the same time
    /// The part of a GPU's memory that must be free for the queue to use it.
    double gpu_free = 0.9;
    /// A shell command that a supervisor runs when its run has ended; empty: none. It finds TUNEDESK_RUN (the
    /// folder), TUNEDESK_NAME, TUNEDESK_CODE (the exit code) and TUNEDESK_LINE (the error line, or empty) in
    /// its environment.
    std::string notify_command;
    /// Where a supervisor posts the same as JSON ("text", "name", "run", "code", "error") when its run has
    /// ended; empty: nowhere. It begins with http:// or https://.
    std::string notify_url;
    /// servers: {NAME: {program: PATH, folder: DIR}, ...}, in the file's order.
    std::vector<ServerSettings> servers;
};

/// $XDG_CONFIG_HOME/tunedesk/settings.yaml (else ~/.config/...).
fs::path settings_file();

/// The defaults where there is no file. Throws Error 2040 with file, line and key for a mistake in it.
UserSettings read_user_settings();

/// Writes a server into the file, in place of the one of that name where there is one; all else in the file
/// stays as it is. Throws Error 2045 if the file is written in a way that only its author can change.
void write_server(const ServerSettings& server);
/// Takes a server out. Throws Error 2045 likewise, 2046 if there is none of that name.
void remove_server(const std::string& name);

} // namespace tunedesk::run
