// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of libc that change files, as this program and all that it links find them.

#include "base/disk_watch.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace tunedesk::test;

namespace {

/// The bytes that a call has just put into the file before `end`.
void record_written(int fd, std::uint64_t begin, std::string bytes) {
    changed({DiskChange::Kind::write, {}, {}, std::move(bytes), inode_of(fd), begin});
}

std::uint64_t end_of_write(int fd) {
    return static_cast<std::uint64_t>(::lseek(fd, 0, SEEK_CUR));
}

/// `call` opens; what is new or empty because of it is recorded.
template <class Call>
int opened(int folder, const char* name, int flags, Call call) {
    if (!watched()) return call();
    const Inside now;
    const std::string path = path_at(folder, name);
    if (fails(DiskCall::open, path)) return -1;
    struct stat before {};
    const bool was_there = ::lstat(path.c_str(), &before) == 0;
    const int fd = call();
    const int number = errno;
    if (fd >= 0 && records(path)) {
        if (!was_there && (flags & O_CREAT))
            changed({DiskChange::Kind::make_file, path, {}, {}, inode_of(fd), 0});
        else if (was_there && (flags & O_TRUNC) && before.st_size > 0)
            changed({DiskChange::Kind::resize, path, {}, {}, inode_of(fd), 0});
    }
    errno = number;
    return fd;
}

/// `call` writes at most `size` bytes, `copy` gives them; at the file's position where `at` is negative.
template <class Call, class Copy>
ssize_t written(int fd, std::size_t size, off_t at, Call call, Copy copy) {
    if (!watched()) return call(size);
    const Inside now;
    const std::string path = path_of(fd);
    if (torn(fd) || fails(DiskCall::write, path)) return -1;
    const bool halves = size > 1 && fails(DiskCall::short_write, path);
    if (halves) tear(fd);
    const ssize_t done = call(halves ? size / 2 : size);
    const int number = errno;
    if (done > 0 && records(path)) {
        const auto count = static_cast<std::uint64_t>(done);
        record_written(fd, at < 0 ? end_of_write(fd) - count : static_cast<std::uint64_t>(at), copy(count));
    }
    errno = number;
    return done;
}

template <class Call>
int synced(int fd, Call call) {
    if (!watched()) return call();
    const Inside now;
    const std::string path = path_of(fd);
    if (fails(DiskCall::sync, path)) return -1;
    const int result = call();
    if (result == 0 && records(path)) changed({DiskChange::Kind::sync, path, {}, {}, inode_of(fd), 0});
    return result;
}

template <class Call>
int renamed(int from_folder, const char* from, int to_folder, const char* to, bool exchange, Call call) {
    if (!watched()) return call();
    const Inside now;
    const std::string old_path = path_at(from_folder, from), new_path = path_at(to_folder, to);
    if (fails(DiskCall::rename, old_path)) return -1;
    const int result = call();
    const int number = errno;
    if (result == 0 && records(old_path))
        changed(
            {exchange ? DiskChange::Kind::exchange : DiskChange::Kind::rename, old_path, new_path, {}, 0, 0});
    errno = number;
    return result;
}

template <class Call>
int removed(int folder, const char* name, Call call) {
    if (!watched()) return call();
    const Inside now;
    const std::string path = path_at(folder, name);
    if (fails(DiskCall::remove, path)) return -1;
    const int result = call();
    const int number = errno;
    if (result == 0 && records(path)) changed({DiskChange::Kind::remove, path, {}, {}, 0, 0});
    errno = number;
    return result;
}

template <class Call>
int folder_made(int folder, const char* name, Call call) {
    if (!watched()) return call();
    const Inside now;
    const std::string path = path_at(folder, name);
    if (fails(DiskCall::make_folder, path)) return -1;
    const int result = call();
    const int number = errno;
    if (result == 0 && records(path))
        changed({DiskChange::Kind::make_folder, path, {}, {}, inode_of(path), 0});
    errno = number;
    return result;
}

template <class Call>
int resized(int fd, Call call) {
    if (!watched()) return call();
    const Inside now;
    const std::string path = path_of(fd);
    if (fails(DiskCall::resize, path)) return -1;
    struct stat before {
    }, after{};
    ::fstat(fd, &before);
    const int result = call();
    const int number = errno;
    ::fstat(fd, &after);
    if (result == 0 && records(path) && before.st_size != after.st_size)
        changed({DiskChange::Kind::resize,
                 path,
                 {},
                 {},
                 after.st_ino,
                 static_cast<std::uint64_t>(after.st_size)});
    errno = number;
    return result;
}

mode_t mode_in(int flags, va_list list) {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(list, mode_t) : 0;
}

} // namespace

extern "C" {

#define OPENS(name)                                                                                          \
    int name(const char* path, int flags, ...) {                                                             \
        va_list list;                                                                                        \
        va_start(list, flags);                                                                               \
        const mode_t mode = mode_in(flags, list);                                                            \
        va_end(list);                                                                                        \
        return opened(AT_FDCWD, path, flags, [&] { return REAL(name)(path, flags, mode); });                 \
    }
#define OPENS_AT(name)                                                                                       \
    int name(int folder, const char* path, int flags, ...) {                                                 \
        va_list list;                                                                                        \
        va_start(list, flags);                                                                               \
        const mode_t mode = mode_in(flags, list);                                                            \
        va_end(list);                                                                                        \
        return opened(folder, path, flags, [&] { return REAL(name)(folder, path, flags, mode); });           \
    }
OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)

/// openat2 has no function of its own.
__attribute__((no_sanitize("address"))) long syscall(long number, ...) noexcept {
    va_list list;
    va_start(list, number);
    long given[6];
    for (long& value : given)
        value = va_arg(list, long);
    va_end(list);
    const auto call = [&] {
        return REAL(syscall)(number, given[0], given[1], given[2], given[3], given[4], given[5]);
    };
    if (number != SYS_openat2) return call();
    const auto* how = reinterpret_cast<const open_how*>(given[2]);
    return opened(static_cast<int>(given[0]), reinterpret_cast<const char*>(given[1]),
                  static_cast<int>(how->flags), [&] { return static_cast<int>(call()); });
}

ssize_t write(int fd, const void* data, size_t size) {
    return written(
        fd, size, -1, [&](std::size_t count) { return REAL(write)(fd, data, count); },
        [&](std::size_t count) { return std::string(static_cast<const char*>(data), count); });
}

ssize_t writev(int fd, const iovec* parts, int count) {
    std::size_t size = 0;
    for (int i = 0; i < count; ++i)
        size += parts[i].iov_len;
    const auto gathered = [&](std::size_t bytes) {
        std::string text;
        for (int i = 0; i < count && text.size() < bytes; ++i)
            text.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
        text.resize(bytes);
        return text;
    };
    return written(
        fd, size, -1,
        [&](std::size_t bytes) {
            if (bytes == size) return REAL(writev)(fd, parts, count);
            const std::string text = gathered(bytes);
            return REAL(write)(fd, text.data(), text.size());
        },
        gathered);
}

#define PWRITES(name)                                                                                        \
    ssize_t name(int fd, const void* data, size_t size, off_t at) {                                          \
        return written(                                                                                      \
            fd, size, at, [&](std::size_t count) { return REAL(name)(fd, data, count, at); },                \
            [&](std::size_t count) { return std::string(static_cast<const char*>(data), count); });          \
    }
PWRITES(pwrite)
PWRITES(pwrite64)

int fsync(int fd) {
    return synced(fd, [&] { return REAL(fsync)(fd); });
}
int fdatasync(int fd) {
    return synced(fd, [&] { return REAL(fdatasync)(fd); });
}

int rename(const char* from, const char* to) noexcept {
    return renamed(AT_FDCWD, from, AT_FDCWD, to, false, [&] { return REAL(rename)(from, to); });
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
    return renamed(from_folder, from, to_folder, to, false,
                   [&] { return REAL(renameat)(from_folder, from, to_folder, to); });
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
    return renamed(from_folder, from, to_folder, to, (flags & RENAME_EXCHANGE) != 0,
                   [&] { return REAL(renameat2)(from_folder, from, to_folder, to, flags); });
}

int unlink(const char* path) noexcept {
    return removed(AT_FDCWD, path, [&] { return REAL(unlink)(path); });
}
int rmdir(const char* path) noexcept {
    return removed(AT_FDCWD, path, [&] { return REAL(rmdir)(path); });
}
int unlinkat(int folder, const char* path, int flags) noexcept {
    return removed(folder, path, [&] { return REAL(unlinkat)(folder, path, flags); });
}
int remove(const char* path) noexcept {
    return removed(AT_FDCWD, path, [&] { return REAL(remove)(path); });
}

int mkdir(const char* path, mode_t mode) noexcept {
    return folder_made(AT_FDCWD, path, [&] { return REAL(mkdir)(path, mode); });
}
int mkdirat(int folder, const char* path, mode_t mode) noexcept {
    return folder_made(folder, path, [&] { return REAL(mkdirat)(folder, path, mode); });
}

int ftruncate(int fd, off_t size) noexcept {
    return resized(fd, [&] { return REAL(ftruncate)(fd, size); });
}
int ftruncate64(int fd, off64_t size) noexcept {
    return resized(fd, [&] { return REAL(ftruncate64)(fd, size); });
}
int fallocate(int fd, int mode, off_t offset, off_t size) {
    return resized(fd, [&] { return REAL(fallocate)(fd, mode, offset, size); });
}

int close(int fd) {
    bool bad = false;
    if (watched()) {
        const Inside now;
        bad = fails(DiskCall::close, path_of(fd));
    }
    const int number = errno;
    const int result = REAL(close)(fd);
    if (!bad) return result;
    errno = number;
    return -1;
}

} // extern "C"
