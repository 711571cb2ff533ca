// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

namespace tunedesk::event {

/// The process and user at the other end of a Unix-domain socket, as the kernel recorded them at connect() or
/// listen().
struct Peer {
    pid_t pid = 0;
    uid_t uid = 0;
    gid_t gid = 0;
};

/// Throws Error 7006 if the kernel does not report it.
Peer peer_of(int socket);

/// Throws Error 7056 if the other end belongs to another user, root included: no other user may watch or
/// command a run, and a worker sends its token to no other user.
void require_same_user(int socket);

} // namespace tunedesk::event
