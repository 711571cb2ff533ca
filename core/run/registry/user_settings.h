// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// A machine that the user can reach by ssh.
struct ServerSettings {
    std::string name;    ///< as `ssh` takes it: a host of ~/.ssh/config, USER@HOST
    std::string program; ///< tunedesk's path there; empty: on its PATH
    std::string folder;  ///< base of relative preset paths and of runs/; empty: the home folder

    bool operator==(const ServerSettings&) const = default;
};

/// Settings of a user for all runs, from settings_file(). A preset, which may come from another user, cannot
/// change them.
struct UserSettings {
    int cpu_slots = 1; ///< runs on the CPU that the queue lets train at the same time
    /// Fraction of a GPU's memory that must be free for the queue to use the GPU.
    double gpu_free = 0.9;
    /// A shell command that a supervisor runs when its run has ended; empty: none. Its environment has
    /// TUNEDESK_RUN (the folder), TUNEDESK_NAME, TUNEDESK_CODE (the exit code) and TUNEDESK_LINE (the error
    /// line, or empty).
    std::string notify_command;
    /// URL (http:// or https://) to which a supervisor posts the end of its run as JSON ("text", "name",
    /// "run", "code", "error"); empty: none.
    std::string notify_url;
    /// servers: {NAME: {program: PATH, folder: DIR}, ...}, in the file's order.
    std::vector<ServerSettings> servers;
};

/// $XDG_CONFIG_HOME/tunedesk/settings.yaml (else ~/.config/...).
fs::path settings_file();

/// Reads the settings file; the defaults if there is none. Throws Error 2040 with file, line and key for a
/// mistake in it.
UserSettings read_user_settings();

/// Writes a server into the file, replacing one of the same name; the rest of the file is unchanged. Throws
/// Error 2045 if the file uses YAML that cannot be edited automatically.
void write_server(const ServerSettings& server);
/// Removes a server from the file. Throws Error 2045 as write_server() does, 2046 if there is none of that
/// name.
void remove_server(const std::string& name);

} // namespace tunedesk::run
