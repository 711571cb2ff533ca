// SPDX-License-Identifier: GPL-3.0-or-later
// accept(2) of this program. Gloo accepts the ranks' connections, has no means of refusing one, and gives a
// rank's place to the first client that sends a small number: so the connections of other users must be
// dropped before it sees them. The dynamic linker gives LibTorch this function in place of the C library's.

#include "parallel/strangers.h"

#include <sys/socket.h>

extern "C" [[gnu::visibility("default")]] int accept(int socket, sockaddr* address, socklen_t* size) {
    return tunedesk::parallel::accept_connection(socket, address, size);
}
