// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/json.h"
#include "run/registry/user_settings.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::remote {

/// Arguments of a command, without the leading "tunedesk --no-gui".
using Words = std::vector<std::string>;

/// The output of a remote command after its end.
struct RemoteAnswer {
    int code = 0;
    std::string out, err;
};

/// Another machine, on which tunedesk is run through this user's own `ssh` (or TUNEDESK_SSH, if set). ssh
/// must log in with a key or an agent, without prompting. A value; any thread.
class Server {
public:
    /// Throws Error 2044 for a name that is not a valid host name.
    explicit Server(run::ServerSettings settings);

    const std::string& name() const { return settings_.name; }
    const run::ServerSettings& settings() const { return settings_; }

    /// The arguments of ssh that run the command; each argument is passed unchanged.
    std::vector<std::string> ssh_arguments(const Words& command) const;
    static std::string ssh_program();

    /// Runs a command on the server with `input` as its standard input, and waits for its end, at most
    /// `seconds` or until `enough` returns true. Its output is kept up to 64 MiB. Throws Error if the machine
    /// cannot be reached or has no tunedesk (is_connection_error()), 7046 if it takes too long, 7039 if it
    /// prints too much.
    RemoteAnswer ask(const Words& command, const std::string& input = {}, double seconds = 120,
                     const std::function<bool()>& enough = {}) const;

    /// The same for a command that must exit with 0; throws remote_error() otherwise.
    RemoteAnswer ask_well(const Words& command, const std::string& input = {}, double seconds = 120) const;

    /// The version on the server, as "0.1.0".
    std::string version() const;

private:
    run::ServerSettings settings_;
};

/// The error of a failed remote command, with the server as its place, and with both versions if the other
/// tunedesk does not know the command. Blocks.
Error remote_error(const Server& server, const RemoteAnswer& answer, const std::string& command);

/// The server with this name in the user's settings; other names are used as ssh hosts.
Server server_named(const std::string& name);

/// The JSON in an answer; output of a login script before it is skipped. Throws Error 7047.
Json json_in(const std::string& text, const Server& server);

/// A sentence that names both versions and asks to install the same one on both machines; empty if they are
/// equal.
std::string version_difference(const Server& server, const std::string& there);

} // namespace tunedesk::remote
