// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/file.h"
#include "base/phrase.h"

namespace tunedesk {

/// The remedy of EACCES.
inline constexpr const char* permission_advice = TUNEDESK_TRANSLATABLE(
    "ErrorDetail", "ask its owner for read permission (chmod -R a+rX), or use a copy of your own");

/// What cannot be opened, for the errno `number`: Error(id), whose sentence names the reason. Missing
/// permission has its remedy; an address and a path with ~, which no file has, are named as such.
Error unreadable(ErrorId id, int number, const fs::path& path);

/// Whether it begins like https://, or holds such a part because it was made absolute.
bool is_address(const fs::path& path);

/// Why `path` cannot be read although something is there, or may be: the errno of a folder that may not be
/// searched, of missing permission, or of a link that leads nowhere. 0 where it can be read, and where there
/// is nothing.
int read_obstacle(const fs::path& path);

/// Of a path that seems to be missing: throws unreadable() where it is there and cannot be read, and where it
/// is an address or has a ~.
void require_not_hidden(ErrorId id, const fs::path& path);

} // namespace tunedesk
