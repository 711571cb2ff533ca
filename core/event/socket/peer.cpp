// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/socket/peer.h"

#include "base/error.h"
#include "base/files/file.h"

#include <cerrno>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tunedesk::event {

Peer peer_of(int socket) {
    ucred credentials{};
    socklen_t size = sizeof credentials;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0)
        throw Error(ErrorId::peer_unknown, {errno_text(errno)});
    return {credentials.pid, credentials.uid, credentials.gid};
}

void require_same_user(int socket) {
    const Peer peer = peer_of(socket);
    if (peer.uid != ::geteuid())
        throw Error(ErrorId::peer_of_other_user, {fmt::to_string(peer.uid), fmt::to_string(::geteuid())},
                    fmt::format("process {}", peer.pid));
}

} // namespace tunedesk::event
