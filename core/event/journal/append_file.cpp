// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/journal/append_file.h"

#include "base/error.h"
#include "base/files/beneath.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tunedesk::event {

AppendFile::AppendFile(fs::path root, fs::path name)
    : root_(std::move(root)), name_(std::move(name)), path_(root_ / name_) {
    if (!reopen()) throw Error(ErrorId::file_not_writable, {problem_}, path_.string());
}

bool AppendFile::reopen() {
    FileDescriptor fd = open_beneath(root_, name_, O_WRONLY | O_CREAT | O_APPEND, 0600);
    struct stat status {};
    if (!fd || ::fstat(fd.get(), &status) != 0) {
        problem_ = errno_text(errno);
        return false;
    }
    if (!S_ISREG(status.st_mode)) {
        problem_ = "not a regular file";
        return false;
    }
    fd_ = std::move(fd);
    torn_ = false;
    size_ = static_cast<std::uint64_t>(status.st_size);
    return true;
}

bool AppendFile::is_displaced() const {
    struct stat ours {
    }, named{};
    return ::fstat(fd_.get(), &ours) != 0 || ::lstat(path_.c_str(), &named) != 0 ||
           ours.st_dev != named.st_dev || ours.st_ino != named.st_ino;
}

bool AppendFile::append(std::string_view record) {
    if (torn_ && !cut(size_)) return false;
    ssize_t written = 0;
    do {
        written = ::write(fd_.get(), record.data(), record.size());
    } while (written < 0 && errno == EINTR);
    if (written == static_cast<ssize_t>(record.size())) {
        size_ += record.size();
        return true;
    }
    const int number = written < 0 ? errno : ENOSPC;
    torn_ = written > 0;
    if (torn_) cut(size_);
    problem_ = errno_text(number);
    return false;
}

bool AppendFile::sync() {
    if (::fsync(fd_.get()) == 0) return true;
    const std::string problem = errno_text(errno);
    if (torn_) cut(size_);
    if (!torn_) reopen();
    problem_ = problem;
    return false;
}

bool AppendFile::cut(std::uint64_t bytes) {
    if (::ftruncate(fd_.get(), static_cast<off_t>(bytes)) != 0) {
        problem_ = errno_text(errno);
        return false;
    }
    size_ = bytes;
    torn_ = false;
    return true;
}

} // namespace tunedesk::event
