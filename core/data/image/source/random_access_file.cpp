// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/source/random_access_file.h"

#include "base/error.h"
#include "base/files/unreadable.h"
#include "base/phrase.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tunedesk::image {

RandomAccessFile::RandomAccessFile(fs::path path)
    : path_(std::move(path)), file_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    struct stat status {};
    if (!file_ || ::fstat(file_.get(), &status) != 0)
        throw unreadable(ErrorId::data_unreadable, errno, path_);
    if (!S_ISREG(status.st_mode))
        throw Error(ErrorId::data_unreadable, {TUNEDESK_TRANSLATABLE("ErrorDetail", "not a regular file")},
                    path_.string());
    size_ = static_cast<std::uint64_t>(status.st_size);
}

std::size_t RandomAccessFile::read_at(std::uint64_t offset, std::span<char> to) const {
    std::size_t done = 0;
    while (done < to.size()) {
        const ssize_t n =
            ::pread(file_.get(), to.data() + done, to.size() - done, static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw Error(ErrorId::data_unreadable, {errno_text(errno)}, path_.string());
        if (n == 0) break;
        done += static_cast<std::size_t>(n);
    }
    return done;
}

std::string RandomAccessFile::read_at(std::uint64_t offset, std::size_t bytes) const {
    std::string text(bytes, '\0');
    text.resize(read_at(offset, std::span<char>(text)));
    return text;
}

} // namespace tunedesk::image
