// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <optional>

namespace tunedesk {

/// An exclusive flock(2) on a file, made with its private folder where it is missing. Held until the object
/// goes; the kernel releases it when the process dies, however it dies.
class FileLock {
public:
    /// std::nullopt if another process holds it. Throws Error 6012 if locking itself fails.
    static std::optional<FileLock> try_take(const fs::path& path);
    /// Waits for it: only for locks that are held for moments.
    static FileLock take(const fs::path& path);
    /// Whether a process holds it now.
    static bool is_held(const fs::path& path);

    /// The lock's own: a process that inherits it holds the lock too.
    int descriptor() const { return file_.get(); }

private:
    explicit FileLock(FileDescriptor file) : file_(std::move(file)) {}

    FileDescriptor file_;
};

/// One attempt at an exclusive flock(2) on an open file. False with errno set: EWOULDBLOCK where another
/// process holds it. Beside an is_held() of another process it waits for some milliseconds.
bool try_lock(const FileDescriptor& file);

} // namespace tunedesk
