// SPDX-License-Identifier: GPL-3.0-or-later
#include "private_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tunedesk::appimage {

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw std::runtime_error(path + ": " + why);
}

/// Makes the missing folders of a path. In a folder of another user nothing is made, unless all may write
/// there.
void make_missing(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) == 0) return;
    if (errno != ENOENT) refuse(path, std::strerror(errno));
    const std::string above = path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
    make_missing(above);
    if (::stat(above.c_str(), &found) != 0) refuse(above, std::strerror(errno));
    if (found.st_uid != ::geteuid() && !(found.st_mode & S_ISVTX)) refuse(above, "belongs to another user");
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) refuse(path, std::strerror(errno));
}

/// An absolute path that a variable names, or nothing.
std::string folder_of(const char* variable) {
    const char* value = std::getenv(variable);
    return value && value[0] == '/' ? value : "";
}

} // namespace

PrivateFolder::PrivateFolder(const std::string& path) : path_(path) {
    make_missing(path);
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) refuse(path, std::strerror(errno));
    struct stat found {};
    const bool read = ::fstat(folder, &found) == 0;
    if (!read || found.st_uid != ::geteuid() || (found.st_mode & 022)) {
        ::close(folder);
        refuse(path, !read                         ? std::strerror(errno)
                     : found.st_uid != ::geteuid() ? "belongs to another user"
                                                   : "may be written by other users");
    }
    lock_ = ::openat(folder, "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    const int error = errno;
    ::close(folder);
    if (lock_ < 0) refuse(path, std::strerror(error));
    // A file system without locks gives no order of starts; a start alone needs none.
    while (::flock(lock_, LOCK_EX) != 0 && errno == EINTR) {
    }
}

PrivateFolder::PrivateFolder(PrivateFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

PrivateFolder::~PrivateFolder() {
    if (lock_ >= 0) ::close(lock_);
}

std::vector<std::string> private_places() {
    std::vector<std::string> places;
    std::string cache = folder_of("XDG_CACHE_HOME");
    if (cache.empty() && !folder_of("HOME").empty()) cache = folder_of("HOME") + "/.cache";
    if (!cache.empty()) places.push_back(cache + "/tunedesk/appimage");
    const std::string temporary = folder_of("TMPDIR");
    places.push_back((temporary.empty() ? "/tmp" : temporary) + "/tunedesk-" + std::to_string(::geteuid()));
    return places;
}

} // namespace tunedesk::appimage
