// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "event/socket/frame.h"
#include "remote/line_stream.h"
#include "run/registry/listed_runs.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::remote {

/// Sends a command (stop, pause, continue, checkpoint, kill) to the run's supervisor and returns its reply.
/// Throws the errors of Server::ask_well(), also if the supervisor refuses.
Phrase command_on(const Server& server, const std::string& run, event::Command command);

/// The runs of a server, latest first. Throws the errors of Server::ask_well().
std::vector<run::ListedRun> list_on(const Server& server);

/// How a server's list of runs is followed.
struct ListFollowing {
    /// Receives all its runs, first and after every change; `tunedesk` is the version on the server.
    std::function<void(const std::vector<run::ListedRun>&, const std::string& tunedesk)> list;
    std::function<void(const ConnectionStatus&)> connection;
    std::function<bool()> enough, at_once;
};
/// Follows the list over one connection, which is reopened when it is lost, until enough() returns true.
/// Blocks; any thread. Throws the errors of read_lines().
void follow_list(const Server& server, const ListFollowing& following);

/// Starts a detached run on the server from a preset's text (preset::to_yaml_as_written()); returns the run's
/// folder on the server. `run_dir` may be empty: runs/NAME-UTC below the server's folder.
std::string start_on(const Server& server, const std::string& preset_yaml, const std::string& run_dir = {});

/// The result of `check --json` on the server for a preset's text, with or without errors; null if `enough`
/// ended it.
Json check_on(const Server& server, const std::string& preset_yaml, const std::function<bool()>& enough = {});

} // namespace tunedesk::remote
