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

/// Stop, pause, continue, checkpoint, kill: what the run's supervisor there answers. Throws Error as
/// Server::ask_well() does, also where it refuses.
Phrase command_on(const Server& server, const std::string& run, event::Command command);

/// The runs of a server, latest first. Throws Error as Server::ask_well() does.
std::vector<run::ListedRun> list_on(const Server& server);

/// How a server's list is followed.
struct ListFollowing {
    /// All its runs, at first and whenever they change; `tunedesk` is the version there.
    std::function<void(const std::vector<run::ListedRun>&, const std::string& tunedesk)> list;
    std::function<void(const ConnectionStatus&)> connection;
    std::function<bool()> enough, at_once;
};
/// Follows the list over one connection, reopened when it breaks, until enough() returns true. Blocks; any
/// thread. Throws Error as read_lines() does.
void follow_list(const Server& server, const ListFollowing& following);

/// Starts a run there of a preset's text (preset::to_yaml_as_written()), detached: its folder there.
/// `run_dir` may be empty: runs/NAME-UTC below the server's folder.
std::string start_on(const Server& server, const std::string& preset_yaml, const std::string& run_dir = {});

/// The answer of `check --json` there for a preset's text, with errors or without; null if `enough` has ended
/// it.
Json check_on(const Server& server, const std::string& preset_yaml, const std::function<bool()>& enough = {});

} // namespace tunedesk::remote
