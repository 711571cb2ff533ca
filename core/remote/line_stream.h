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
    std::optional<Error> error; ///< where it is lost: why
    double again_in = 0;        ///< where it is lost: seconds until the next try; 0: none will follow
};

/// How to read a command that prints line after line until one side closes, and at least every few
/// seconds.
struct LineStream {
    /// Makes the command; called at each connection.
    std::function<Words()> command;
    /// A line; false if it is none of the command's.
    std::function<bool(const std::string& line)> see;
    std::function<void(const ConnectionStatus&)> connection;
    std::function<void()> idle;    ///< about ten times a second
    std::function<bool()> enough;  ///< whether to leave; asked as often
    std::function<bool()> at_once; ///< whether to try again now instead of waiting; may be empty
    std::size_t longest_line = 1u << 20;
    bool is_patient = false; ///< a machine that cannot be reached at first is tried again too
};

/// Reads until enough() returns true. A connection that breaks, or is silent for 20 seconds, is reopened
/// after 1, 2, 4 ... 30 seconds. Returns the command's answer where it ended by itself. Throws Error if the
/// machine refuses, holds no tunedesk, or sends what is none of its lines (7048). Blocks; any thread.
std::optional<RemoteAnswer> read_lines(const Server& server, const LineStream& stream);

} // namespace tunedesk::remote
