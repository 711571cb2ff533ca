// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

namespace tunedesk {

/// open(2) of the relative path `name` below the folder `root`. Symbolic links below `root` are not followed
/// in any part of `name`, and the path cannot leave `root`: files of another user in the folder cannot
/// redirect the call. Empty if it fails, with errno set: ELOOP or ENOTDIR for a link, EXDEV for a name that
/// leaves the folder. `root` itself may be reached through links. Opening a FIFO does not block.
FileDescriptor open_beneath(const fs::path& root, const fs::path& name, int flags, mode_t mode = 0);

} // namespace tunedesk
