// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <optional>

namespace tunedesk {

/// An exclusive flock(2) on a file, which is created with its private folder if missing. Held for the
/// lifetime of the object; the kernel releases it when the process ends in any way.
class FileLock {
public:
    /// std::nullopt if another process holds it. Throws Error 6012 if locking itself fails.
    static std::optional<FileLock> try_take(const fs::path& path);
    /// Waits for the lock: only for locks that are held briefly.
    static FileLock take(const fs::path& path);
    /// Whether a process holds the lock now.
    static bool is_held(const fs::path& path);

    /// The lock's descriptor; a process that inherits it holds the lock too.
    int descriptor() const { return file_.get(); }

private:
    explicit FileLock(FileDescriptor file) : file_(std::move(file)) {}

    FileDescriptor file_;
};

/// One attempt at an exclusive flock(2) on an open file, retried up to three times at 20 ms, because
/// is_held() of another process takes the lock briefly. False with errno set: EWOULDBLOCK if another process
/// holds it.
bool try_lock(const FileDescriptor& file);

} // namespace tunedesk
