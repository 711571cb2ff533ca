// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces accept(2) in this program. Gloo accepts the ranks' connections, cannot reject any, and assigns a
// rank's place to the first client that sends a small number. Connections of other users must therefore be
// dropped before Gloo receives them. The dynamic linker resolves LibTorch's accept to this function instead
// of the C library's.

#include "parallel/strangers.h"

#include <sys/socket.h>

extern "C" [[gnu::visibility("default")]] int accept(int socket, sockaddr* address, socklen_t* size) {
    return tunedesk::parallel::accept_connection(socket, address, size);
}
