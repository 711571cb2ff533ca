// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstddef>
#include <optional>
#include <sys/un.h>

namespace tunedesk::event {

/// A listening Unix socket (mode 0600, in a 0700 folder) that replaces any file at `path`: the caller must
/// hold the run's lock. Throws Error 6013 for too long a path, 6022.
FileDescriptor listen_at(const fs::path& path);

/// Largest length of a socket's path in bytes; a longer one fails with ENAMETOOLONG.
inline constexpr std::size_t longest_socket_path = sizeof sockaddr_un::sun_path - 1;

struct Connecting {
    bool blocks = true;  ///< whether the connection blocks; false: O_NONBLOCK
    double patience = 0; ///< if not: seconds to retry while the listener's backlog is full
};

/// Connects to the socket at `path`; std::nullopt on failure, with the reason in errno.
std::optional<FileDescriptor> connect_to(const fs::path& path, Connecting how = {});

} // namespace tunedesk::event
