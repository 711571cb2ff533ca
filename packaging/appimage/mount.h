// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "image.h"

#include <string>

namespace tunedesk::appimage {

/// Mounts the image of this program on an empty folder, through FUSE. A process of its own serves the mount,
/// and unmounts it when this process has ended and no other uses it: a run goes on when its window is closed.
/// False where the system has no FUSE or its fusermount3 refuses. The caller holds `lock_file`'s lock, which
/// no unmounting disregards.
bool mount_image(const Image& image, const std::string& folder, const std::string& lock_file);

/// Whether a mount on this folder is served. One whose process was killed is unmounted.
bool is_mounted(const std::string& folder);

} // namespace tunedesk::appimage
