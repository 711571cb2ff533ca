// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/socket.h>
#include <vector>

namespace tunedesk::parallel {

/// Closes this process's TCP sockets to everyone else, once the ranks are connected. Gloo believes anyone who
/// sends a small number that can be guessed, and keeps listening for as long as it exists.
///   Listening sockets drop every packet from here on.
///   With `one_node`, connections whose other end belongs to another user are shut; where one of them had
///   taken a rank's place, the next collective fails.
/// Returns how many connections were shut. Sockets that are among `others` are left alone: what a launcher
/// has left open belongs to it.
int shut_out_strangers(bool one_node, const std::vector<int>& others);

/// While one exists, and `active`, accept_connection() takes the connections of this user alone.
class OwnUserOnly {
public:
    explicit OwnUserOnly(bool active);
    ~OwnUserOnly();
    OwnUserOnly(const OwnUserOnly&) = delete;
    OwnUserOnly& operator=(const OwnUserOnly&) = delete;

private:
    const bool active_;
};

/// accept(2), but that it drops connections as OwnUserOnly asks. Where the kernel does not say whose one is
/// it is taken: shut_out_strangers() looks again. Any thread.
int accept_connection(int socket, sockaddr* address, socklen_t* size) noexcept;

/// The descriptors of this process's sockets.
std::vector<int> open_sockets();

} // namespace tunedesk::parallel
