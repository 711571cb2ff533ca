// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/file_lock.h"

#include "base/error.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace tunedesk {

namespace {

int flock_retrying(int fd, int operation) {
    int result = 0;
    do {
        result = ::flock(fd, operation);
    } while (result != 0 && errno == EINTR);
    return result;
}

Error lock_error(const fs::path& path) {
    return Error(ErrorId::lock_failed, {errno_text(errno)}, path.string());
}

FileDescriptor open_lock(const fs::path& path) {
    make_private_folder(state_home());
    make_private_folder(path.parent_path());
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!file) throw lock_error(path);
    return file;
}

} // namespace

bool try_lock(const FileDescriptor& file) {
    int result = flock_retrying(file.get(), LOCK_EX | LOCK_NB);
    // is_held() of another process may hold the lock for an instant.
    for (int retries = 3; result != 0 && errno == EWOULDBLOCK && retries > 0; --retries) {
        ::usleep(20'000);
        result = flock_retrying(file.get(), LOCK_EX | LOCK_NB);
    }
    return result == 0;
}

std::optional<FileLock> FileLock::try_take(const fs::path& path) {
    FileDescriptor file = open_lock(path);
    if (try_lock(file)) return FileLock(std::move(file));
    if (errno == EWOULDBLOCK) return std::nullopt;
    throw lock_error(path);
}

FileLock FileLock::take(const fs::path& path) {
    FileDescriptor file = open_lock(path);
    if (flock_retrying(file.get(), LOCK_EX) != 0) throw lock_error(path);
    return FileLock(std::move(file));
}

bool FileLock::is_held(const fs::path& path) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    // A shared try-lock that is given back at once; try_take() tries more than once for its sake.
    return file && flock_retrying(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

} // namespace tunedesk
