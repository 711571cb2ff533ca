// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/socket.h>
#include <vector>

namespace tunedesk::parallel {

/// Closes this process's TCP sockets to others after the ranks are connected, because Gloo accepts any
/// connection that sends a small, guessable number, and listens as long as it exists.
/// Listening sockets drop every packet from now on.
/// With `one_node`, connections whose other end belongs to another user are shut; if one of them had replaced
/// a rank, the next collective fails. Returns the number of connections that were shut. Does not touch the
/// sockets `others`, which belong to a launcher.
int shut_out_strangers(bool one_node, const std::vector<int>& others);

/// While an `active` object exists, accept_connection() accepts connections of this user only.
class OwnUserOnly {
public:
    explicit OwnUserOnly(bool active);
    ~OwnUserOnly();
    OwnUserOnly(const OwnUserOnly&) = delete;
    OwnUserOnly& operator=(const OwnUserOnly&) = delete;

private:
    const bool active_;
};

/// accept(2), which drops connections of other users while an OwnUserOnly is active. Connections of unknown
/// owner are accepted; shut_out_strangers() checks them again. Any thread.
int accept_connection(int socket, sockaddr* address, socklen_t* size) noexcept;

/// The descriptors of this process's sockets.
std::vector<int> open_sockets();

} // namespace tunedesk::parallel
