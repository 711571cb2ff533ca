// SPDX-License-Identifier: GPL-3.0-or-later
#include "unpack.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <vector>

extern "C" {
#include <squashfuse/squashfuse.h>
}

namespace tunedesk::appimage {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t piece_bytes = std::size_t{1} << 20;

void require(sqfs_err error) {
    if (error != SQFS_OK)
        throw DamagedImage("this file is damaged: its image cannot be read; download it again");
}

[[noreturn]] void fail(const std::string& path) {
    throw std::runtime_error(path + ": " + std::strerror(errno));
}

/// The image's file system, as squashfuse reads it.
class Reader {
public:
    explicit Reader(const Image& image) : system_() {
        require(sqfs_init(&system_, image.file(), image.offset()));
    }
    ~Reader() { sqfs_destroy(&system_); }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    /// Calls visit(path, inode) for each entry, a folder before what is in it.
    template <typename Visit>
    void for_each(Visit visit) {
        sqfs_traverse walk;
        require(sqfs_traverse_open(&walk, &system_, sqfs_inode_root(&system_)));
        sqfs_err error = SQFS_OK;
        try {
            while (sqfs_traverse_next(&walk, &error)) {
                if (walk.dir_end) continue;
                require_name(sqfs_dentry_name(&walk.entry));
                sqfs_inode inode;
                require(sqfs_inode_get(&system_, &inode, sqfs_dentry_inode(&walk.entry)));
                visit(std::string(walk.path), inode);
            }
        } catch (...) {
            sqfs_traverse_close(&walk);
            throw;
        }
        sqfs_traverse_close(&walk);
        require(error);
    }

    /// The target of a symbolic link.
    std::string target(sqfs_inode& inode) {
        char text[PATH_MAX + 1];
        std::size_t size = sizeof text;
        require(sqfs_readlink(&system_, &inode, text, &size));
        return text;
    }

    /// Bytes from `at` on, at most a buffer of them.
    std::size_t read(sqfs_inode& inode, std::uint64_t at, std::vector<char>& into) {
        auto size = static_cast<sqfs_off_t>(into.size());
        require(sqfs_read_range(&system_, &inode, static_cast<sqfs_off_t>(at), &size, into.data()));
        if (size <= 0) require(SQFS_ERR);
        return static_cast<std::size_t>(size);
    }

private:
    /// An image must not reach out of its folder.
    static void require_name(const char* name) {
        if (!*name || std::strchr(name, '/') || std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0)
            require(SQFS_ERR);
    }

    sqfs system_;
};

void write_all(int file, const char* bytes, std::size_t size, const std::string& path) {
    while (size > 0) {
        const ssize_t n = ::write(file, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(path);
        bytes += n;
        size -= static_cast<std::size_t>(n);
    }
}

void write_file(Reader& reader, sqfs_inode& inode, const std::string& path, std::vector<char>& buffer) {
    const mode_t mode = (inode.base.mode & 0777) | 0600;
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (file < 0) fail(path);
    try {
        for (std::uint64_t at = 0; at < inode.xtra.reg.file_size;) {
            const std::size_t size = reader.read(inode, at, buffer);
            write_all(file, buffer.data(), size, path);
            at += size;
        }
    } catch (...) {
        ::close(file);
        throw;
    }
    if (::close(file) != 0) fail(path);
}

void require_room(const Image& image, const std::string& folder) {
    struct statvfs found {};
    if (::statvfs(folder.c_str(), &found) != 0) fail(folder);
    if (found.f_flag & ST_NOEXEC) throw std::runtime_error(folder + ": no program may run there (noexec)");
    const std::uint64_t needed = unpacked_size(image), free = found.f_bavail * found.f_frsize;
    if (free < needed)
        throw std::runtime_error(folder + ": unpacking needs " + std::to_string(needed / 1000000 + 1) +
                                 " MB, and " + std::to_string(free / 1000000) + " MB are free");
}

void write_tree(const Image& image, const std::string& root) {
    Reader reader(image);
    std::vector<char> buffer(piece_bytes);
    reader.for_each([&](const std::string& name, sqfs_inode& inode) {
        const std::string path = root + '/' + name;
        if (S_ISDIR(inode.base.mode)) {
            if (::mkdir(path.c_str(), 0755) != 0) fail(path);
        } else if (S_ISLNK(inode.base.mode)) {
            if (::symlink(reader.target(inode).c_str(), path.c_str()) != 0) fail(path);
        } else if (S_ISREG(inode.base.mode)) {
            write_file(reader, inode, path, buffer);
        } else {
            require(SQFS_UNSUP);
        }
    });
}

/// Without it a loss of power could leave a whole folder of empty files.
void flush(const std::string& folder) {
    const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) fail(folder);
    const bool flushed = ::syncfs(opened) == 0;
    ::close(opened);
    if (!flushed) fail(folder);
}

constexpr const char* unfinished_suffix = ".unfinished-";

} // namespace

std::uint64_t unpacked_size(const Image& image) {
    std::uint64_t size = 0;
    Reader(image).for_each([&](const std::string&, const sqfs_inode& inode) {
        if (S_ISREG(inode.base.mode)) size += inode.xtra.reg.file_size;
    });
    return size;
}

void unpack(const Image& image, const std::string& folder) {
    image.require_undamaged();
    std::string made = folder + unfinished_suffix + "XXXXXX";
    if (!::mkdtemp(made.data())) fail(made);
    try {
        require_room(image, made);
        write_tree(image, made);
        flush(made);
        struct stat found {};
        if (::lstat(folder.c_str(), &found) == 0) throw std::runtime_error(folder + " is there already");
        if (::rename(made.c_str(), folder.c_str()) != 0) fail(folder);
    } catch (...) {
        std::error_code ignored;
        fs::remove_all(made, ignored);
        throw;
    }
}

void remove_unfinished(const std::string& folder) {
    const fs::path place = fs::path(folder).parent_path();
    const std::string begin = fs::path(folder).filename().string() + unfinished_suffix;
    std::error_code ignored;
    for (fs::directory_iterator each(place, ignored), end; each != end; each.increment(ignored))
        if (each->path().filename().string().starts_with(begin)) fs::remove_all(each->path(), ignored);
}

} // namespace tunedesk::appimage
