// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/beneath.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tunedesk {

namespace {

/// For kernels before 5.6, and sandboxes that forbid openat2: one component at a time, none of them a link.
FileDescriptor open_by_components(FileDescriptor folder, const fs::path& name, int flags, mode_t mode) {
    for (auto part = name.begin(); part != name.end(); ++part) {
        if (*part == "..") {
            errno = EXDEV;
            return {};
        }
        if (std::next(part) == name.end())
            return FileDescriptor(::openat(folder.get(), part->c_str(), flags | O_NOFOLLOW, mode));
        folder = FileDescriptor(
            ::openat(folder.get(), part->c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!folder) return {};
    }
    errno = EINVAL;
    return {};
}

} // namespace

FileDescriptor open_beneath(const fs::path& root, const fs::path& name, int flags, mode_t mode) {
    const int all_flags = flags | O_CLOEXEC | O_NONBLOCK;
    FileDescriptor folder(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder) return {};
    open_how how{};
    how.flags = static_cast<std::uint64_t>(all_flags);
    how.mode = (flags & O_CREAT) != 0 ? mode : 0;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    for (int attempt = 0; attempt < 8; ++attempt) {
        const long fd = ::syscall(SYS_openat2, folder.get(), name.c_str(), &how, sizeof how);
        if (fd >= 0) return FileDescriptor(static_cast<int>(fd));
        if (errno == ENOSYS || errno == EPERM)
            return open_by_components(std::move(folder), name, all_flags, mode);
        if (errno != EAGAIN && errno != EINTR) break; // EAGAIN: a rename nearby while the path was resolved
    }
    return {};
}

} // namespace tunedesk
