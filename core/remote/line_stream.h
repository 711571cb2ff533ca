// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "remote/server.h"

#include <functional>
#include <optional>

namespace tunedesk::remote {

/// The state of the connection to a server.
struct ConnectionStatus {
    enum class State { connecting, connected, lost };
    State state = State::connecting;
    std::optional<Error> error; ///< the reason for a lost connection
    double again_in = 0; ///< seconds until the next attempt after a lost connection; 0: no further attempt
};

/// A command that prints lines until one side closes the connection, at least one every few seconds, and the
/// functions that receive them.
struct LineStream {
    /// Returns the command; called for each connection.
    std::function<Words()> command;
    /// Receives a line; false if the line is not valid output of the command.
    std::function<bool(const std::string& line)> see;
    std::function<void(const ConnectionStatus&)> connection;
    std::function<void()> idle;    ///< called about ten times a second
    std::function<bool()> enough;  ///< whether to stop; called as often
    std::function<bool()> at_once; ///< whether to reconnect now instead of waiting; may be empty
    std::size_t longest_line = 1u << 20;
    bool is_patient = false; ///< also retries if the first connection fails
};

/// Reads until enough() returns true. A connection that is lost, or silent for 20 seconds, is reopened after
/// 1, 2, 4 ... 30 seconds. Returns the command's answer if it ended by itself. Throws Error if the server
/// refuses, has no tunedesk, or sends an invalid line (7048). Blocks; any thread.
std::optional<RemoteAnswer> read_lines(const Server& server, const LineStream& stream);

} // namespace tunedesk::remote
