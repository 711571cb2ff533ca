// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/json.h"
#include "run/supervise/connection.h"

#include <functional>
#include <list>
#include <memory>
#include <string>

class QSocketNotifier;

namespace tunedesk::run {

/// The run's socket: accepts clients of this user and passes each to a handler with its first message, which
/// distinguishes ranks from viewers. Thread rule: the event loop's.
class SupervisorSocket {
public:
    struct Handlers {
        /// A Hello; `payload` is its text.
        std::function<void(std::unique_ptr<Connection>, const Json& hello, const std::string& payload)> rank;
        std::function<void(std::unique_ptr<Connection>, const Json& first)> viewer;
        std::function<void(const std::string& text)> warning;
    };

    /// Listens. Throws Error if it cannot (event::listen_at).
    SupervisorSocket(const fs::path& path, Handlers handlers);
    ~SupervisorSocket();

    /// Reads the data of clients that were not passed to a handler yet.
    void read_pending();
    /// Closes a connection that a handler rejects.
    void refuse(std::unique_ptr<Connection> connection, const std::string& reason);
    /// Stops accepting; a client that has just connected may still send its first message. Blocks for a
    /// moment.
    void stop_listening();
    void drop_pending() { pending_.clear(); }
    /// Reports a warning about a client; the number per minute is limited.
    void warn(const std::string& text);

private:
    void accept_all();
    void accept_client(FileDescriptor fd);
    void handshake(Connection* client, const std::string& payload);

    const Handlers handlers_;
    FileDescriptor listening_;
    std::unique_ptr<QSocketNotifier> accept_notifier_;
    std::list<std::unique_ptr<Connection>> pending_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
    double warning_window_ = 0; ///< when it began, monotonic
    int warnings_ = 0;
};

} // namespace tunedesk::run
