// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <span>

namespace tunedesk {

/// Forbids this process, and all that it starts, to create, change or remove any file but below `writable`,
/// for good: for programs that only read what strangers have made. Opening for writing then fails with
/// EACCES. Files that are open already stay so; devices such as /dev/null can still be written. False if the
/// kernel cannot (before 5.13, or Landlock is off): nothing is forbidden then.
bool forbid_writes_outside(std::span<const fs::path> writable);

} // namespace tunedesk
