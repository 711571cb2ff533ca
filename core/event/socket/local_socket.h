// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstddef>
#include <optional>
#include <sys/un.h>

namespace tunedesk::event {

/// A listening Unix socket (mode 0600, in a 0700 folder) that replaces any file at `path`: only call it
/// with the run's lock in hand. Throws Error 6013 for too long a path, 6022.
FileDescriptor listen_at(const fs::path& path);

/// Bytes of a socket's path; a longer one is refused (ENAMETOOLONG).
inline constexpr std::size_t longest_socket_path = sizeof sockaddr_un::sun_path - 1;

struct Connecting {
    bool blocks = true;  ///< so does the connection; false: O_NONBLOCK
    double patience = 0; ///< where it does not: seconds to try again while the listener's backlog is full
};

/// A connection to `path`; std::nullopt if no process listens (errno has the reason).
std::optional<FileDescriptor> connect_to(const fs::path& path, Connecting how = {});

} // namespace tunedesk::event
