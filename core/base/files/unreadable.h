// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/file.h"
#include "base/phrase.h"

namespace tunedesk {

/// The advice for EACCES.
inline constexpr const char* permission_advice = TUNEDESK_TRANSLATABLE(
    "ErrorDetail", "ask its owner for read permission (chmod -R a+rX), or use a copy of your own");

/// The error for a path that cannot be opened with errno `number`: Error(id), whose sentence names the
/// reason. EACCES has its own advice; URLs and paths with ~ that do not exist have their own messages.
Error unreadable(ErrorId id, int number, const fs::path& path);

/// Whether it begins like https://, or holds such a part because it was made absolute.
bool is_address(const fs::path& path);

/// The errno that prevents reading an existing or possibly existing `path`: an unsearchable folder, missing
/// permission, or a dangling link. 0 if it can be read or does not exist.
int read_obstacle(const fs::path& path);

/// Call it for a path that seems to be missing: throws unreadable() if the path exists and cannot be read, or
/// if it is a URL or contains ~.
void require_not_hidden(ErrorId id, const fs::path& path);

} // namespace tunedesk
