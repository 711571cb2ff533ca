// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <span>

namespace tunedesk {

/// Permanently forbids this process and its children to create, change or remove files outside `writable`:
/// for programs that only read untrusted files. Opening for writing then fails with EACCES. Open files are
/// not affected; devices such as /dev/null can still be written. Returns false, without any restriction, if
/// the kernel does not support it (before 5.13, or Landlock is disabled).
bool forbid_writes_outside(std::span<const fs::path> writable);

} // namespace tunedesk
