#pragma once

#include "base/files/file.h"

#include <optional>

namespace tunedesk::event {

/// A listening Unix socket (mode 0600, in a 0700 folder) that replaces whatever lies at `path`: only call it
/// with the run's lock in hand. Throws Error 6013.
FileDescriptor listen_at(const fs::path& path);

/// A connection to `path`; nothing where nobody listens (errno says why).
std::optional<FileDescriptor> connect_to(const fs::path& path);

} // namespace tunedesk::event
