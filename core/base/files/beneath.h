// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

namespace tunedesk {

/// open(2) of the relative path `name` below the folder `root`. No symbolic link below `root` is followed, at
/// any part of `name`, and no part leaves `root`: what a stranger put into the folder cannot redirect the
/// call. Empty if it fails, with errno set: ELOOP or ENOTDIR for a link, EXDEV for a name that leaves the
/// folder. `root` itself may be reached through links. A FIFO never blocks the call.
FileDescriptor open_beneath(const fs::path& root, const fs::path& name, int flags, mode_t mode = 0);

} // namespace tunedesk
