// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/json.h"
#include "run/registry/user_settings.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::remote {

/// Words of a command, without "tunedesk --no-gui" before them.
using Words = std::vector<std::string>;

/// The output of a command there, once it has ended.
struct RemoteAnswer {
    int code = 0;
    std::string out, err;
};

/// Another machine, on which this user's own `ssh` (TUNEDESK_SSH where that is set) runs tunedesk. Nothing is
/// asked for: ssh must get in by a key or an agent. A value; any thread.
class Server {
public:
    /// Throws Error 2044 for a name that cannot be a host's.
    explicit Server(run::ServerSettings settings);

    const std::string& name() const { return settings_.name; }
    const run::ServerSettings& settings() const { return settings_; }

    /// The arguments of ssh that run the command there; each word arrives as it is.
    std::vector<std::string> ssh_arguments(const Words& command) const;
    static std::string ssh_program();

    /// Runs a command there with `input` as its standard input, and waits for its end, `seconds` at most or
    /// until `enough` returns true. What it prints is kept up to 64 MiB. Throws Error if the machine cannot
    /// be reached or holds no tunedesk (is_connection_error()), 7046 if it takes too long, 7039 if it prints
    /// too much.
    RemoteAnswer ask(const Words& command, const std::string& input = {}, double seconds = 120,
                     const std::function<bool()>& enough = {}) const;

    /// The same for a command that must end with 0: else throws remote_error().
    RemoteAnswer ask_well(const Words& command, const std::string& input = {}, double seconds = 120) const;

    /// The version there, as "0.1.0".
    std::string version() const;

private:
    run::ServerSettings settings_;
};

/// The error of a command that failed there, with where, and with both versions where the other
/// tunedesk does not know the command. Blocks.
Error remote_error(const Server& server, const RemoteAnswer& answer, const std::string& command);

/// The server of this name in the user's settings; a name that they lack is a host as ssh knows it.
Server server_named(const std::string& name);

/// The JSON in an answer. What a login script has printed before it is passed over. Throws Error 7047.
Json json_in(const std::string& text, const Server& server);

/// "here is 0.1.0, there 0.0.9" as a sentence; empty if they are the same.
std::string version_difference(const Server& server, const std::string& there);

} // namespace tunedesk::remote
