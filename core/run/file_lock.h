#pragma once

#include "base/file.h"

#include <optional>

namespace tunedesk::run {

/// An exclusive flock(2) on a file, made with its private folder where it is missing. Held until the object
/// goes; the kernel releases it when the process dies, however it dies.
class FileLock {
public:
    /// Nothing where somebody else holds it. Throws Error 6012 where locking itself fails.
    static std::optional<FileLock> try_take(const fs::path& path);
    /// Waits for it: only for locks that are held for moments.
    static FileLock take(const fs::path& path);
    /// Whether somebody holds it now.
    static bool is_held(const fs::path& path);

private:
    explicit FileLock(FileDescriptor file) : file_(std::move(file)) {}

    FileDescriptor file_;
};

} // namespace tunedesk::run
