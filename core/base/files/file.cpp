// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/file.h"

#include "base/error.h"
#include "base/files/unreadable.h"
#include "base/phrase.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tunedesk {

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
        reset();
        fd_ = other.release();
    }
    return *this;
}

int FileDescriptor::release() {
    return std::exchange(fd_, -1);
}

void FileDescriptor::reset() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
}

// Opened without blocking, here and below: a FIFO in a file's place would have the program wait for ever.
MappedFile::MappedFile(const fs::path& path, ErrorId open_error_id) {
    FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status {};
    if (!fd || ::fstat(fd.get(), &status) != 0) throw unreadable(open_error_id, errno, path);
    if (!S_ISREG(status.st_mode))
        throw Error(open_error_id, {TUNEDESK_TRANSLATABLE("ErrorDetail", "not a regular file")},
                    path.string());
    size_ = static_cast<std::size_t>(status.st_size);
    if (size_ == 0) return;
    void* map = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd.get(), 0);
    if (map == MAP_FAILED) throw Error(open_error_id, {errno_text(errno)}, path.string());
    data_ = static_cast<const std::byte*>(map);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
}

MappedFile::~MappedFile() {
    if (data_) ::munmap(const_cast<std::byte*>(data_), size_);
}

void release_mapped(std::span<const std::byte> part) {
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(part.data()) / page * page;
    const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(part.data()) + part.size();
    if (!part.empty()) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

std::string read_file(const fs::path& path, ErrorId error_id, std::uint64_t limit) {
    FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status {};
    if (!fd || ::fstat(fd.get(), &status) != 0) throw unreadable(error_id, errno, path);
    if (!S_ISREG(status.st_mode))
        throw Error(error_id, {TUNEDESK_TRANSLATABLE("ErrorDetail", "not a regular file")}, path.string());
    std::string text;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t n = ::read(fd.get(), buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw Error(error_id, {errno_text(errno)}, path.string());
        if (n == 0) return text;
        text.append(buffer, static_cast<std::size_t>(n));
        if (text.size() > limit)
            throw Error(error_id, {fmt::format("larger than {} bytes", limit)}, path.string());
    }
}

bool write_all(int fd, std::string_view data) {
    while (!data.empty()) {
        const ssize_t n = ::write(fd, data.data(), data.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        data.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

namespace {

constexpr std::string_view leftover_mark = ".tmp-";
constexpr std::size_t leftover_digits = 16;

fs::path parent_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

} // namespace

TemporaryFile make_temporary_beside(const fs::path& path, mode_t mode) {
    std::uint64_t random = 0;
    if (::getrandom(&random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) return {path, {}};
    TemporaryFile file{path.string() + fmt::format("{}{:016x}", leftover_mark, random), {}};
    file.descriptor =
        FileDescriptor(::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    return file;
}

void write_file_atomically(const fs::path& path, std::string_view contents, mode_t mode) {
    TemporaryFile file = make_temporary_beside(path, mode);
    const auto fail = [&](const char* step) {
        const int number = errno;
        if (file.descriptor) ::unlink(file.path.c_str());
        throw Error(ErrorId::write_failed, {fmt::format("{} the file", step), errno_text(number)},
                    path.string());
    };
    if (!file.descriptor) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "create"));
    if (!write_all(file.descriptor.get(), contents)) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "write"));
    if (::fsync(file.descriptor.get()) != 0) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "flush"));
    if (::rename(file.path.c_str(), path.c_str()) != 0) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "rename"));
    sync_folder(parent_of(path));
}

void write_private_file(const fs::path& path, std::string_view contents) {
    write_file_atomically(path, contents, 0600);
}

bool is_leftover_of(std::string_view name, std::string_view file) {
    if (!name.starts_with(file)) return false;
    name.remove_prefix(file.size());
    if (!name.starts_with(leftover_mark)) return false;
    name.remove_prefix(leftover_mark.size());
    return name.size() == leftover_digits &&
           name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void make_folders(const fs::path& folder, ErrorId error_id, mode_t mode) {
    std::vector<fs::path> missing;
    std::error_code unknown;
    for (fs::path path = fs::absolute(folder).lexically_normal(); !fs::is_directory(path, unknown);
         path = path.parent_path()) {
        if (path.has_filename()) missing.push_back(path); // "a/" is "a"
        if (path == path.root_path()) break;
    }
    for (auto path = missing.rbegin(); path != missing.rend(); ++path) {
        const bool leaf = std::next(path) == missing.rend();
        if (::mkdir(path->c_str(), leaf ? mode : 0777) != 0 && errno != EEXIST)
            throw Error(error_id, {errno_text(errno)}, path->string());
        sync_folder(path->parent_path());
    }
    if (!fs::is_directory(folder, unknown)) throw Error(error_id, {errno_text(ENOTDIR)}, folder.string());
}

void sync_folder(const fs::path& folder) {
    FileDescriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd || ::fsync(fd.get()) != 0)
        throw Error(ErrorId::folder_not_flushed, {errno_text(errno)}, folder.string());
}

std::uint64_t free_space(const fs::path& path) {
    fs::path probe = fs::absolute(path);
    struct statvfs status {};
    while (::statvfs(probe.c_str(), &status) != 0) {
        if (probe == probe.root_path()) return 0;
        probe = probe.parent_path();
    }
    return static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize;
}

std::string errno_text(int number) {
    return fmt::format("{} ({})", std::strerror(number), number);
}

namespace {

fs::path home_folder(const char* variable, const char* below_home) {
    if (const char* value = std::getenv(variable); value && value[0] == '/')
        return fs::path(value) / "tunedesk";
    const char* home = std::getenv("HOME");
    return fs::path(home && *home ? home : "/tmp") / below_home / "tunedesk";
}

} // namespace

fs::path cache_home() {
    return home_folder("XDG_CACHE_HOME", ".cache");
}
fs::path state_home() {
    return home_folder("XDG_STATE_HOME", ".local/state");
}

fs::path runtime_home() {
    if (const char* value = std::getenv("XDG_RUNTIME_DIR"); value && value[0] == '/')
        return fs::path(value) / "tunedesk";
    return fmt::format("/tmp/tunedesk-{}", ::getuid());
}

void make_private_folder(const fs::path& folder) {
    try {
        make_folders(folder, ErrorId::folder_not_created, 0700);
    } catch (Error& error) {
        throw error.with_next(
            "set XDG_STATE_HOME, XDG_CACHE_HOME and XDG_RUNTIME_DIR to folders that can be written");
    }
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::getuid())
        throw Error(ErrorId::folder_not_own, {}, folder.string());
    if ((status.st_mode & 0077) != 0 && ::chmod(folder.c_str(), 0700) != 0)
        throw Error(ErrorId::folder_accessible, {}, folder.string());
}

} // namespace tunedesk
