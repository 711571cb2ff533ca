// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/errors/error_id.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace tunedesk {

namespace fs = std::filesystem;

/// Owns a POSIX file descriptor; the destructor closes it.
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int fd) : fd_(fd) {}
    FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    ~FileDescriptor() { reset(); }

    int get() const { return fd_; }
    explicit operator bool() const { return fd_ >= 0; }
    int release();
    void reset();

private:
    int fd_ = -1;
};

/// A read-only memory map of a whole file; data() stays valid for the object's lifetime. An empty file maps
/// to an empty span.
class MappedFile {
public:
    MappedFile() = default;
    /// Throws Error(open_error_id), whose sentence names the reason, if the file cannot be opened or mapped.
    MappedFile(const fs::path& path, ErrorId open_error_id);
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    std::span<const std::byte> bytes() const { return {data_, size_}; }
    std::string_view text() const { return {reinterpret_cast<const char*>(data_), size_}; }

private:
    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Releases the memory of the pages that hold `part` of a MappedFile's bytes; they are read again on access.
void release_mapped(std::span<const std::byte> part);

/// The whole file as text. Throws Error(error_id), whose sentence names the reason, if it cannot be read or
/// is larger than `limit` bytes.
std::string read_file(const fs::path& path, ErrorId error_id, std::uint64_t limit = 64u << 20);

/// Replaces `path` atomically: a reader, or a crash at any time, sees the old or the new contents, never a
/// part. Writes a temporary file beside it, then fsync, rename, fsync of the folder. The temporary file has a
/// random name and must not exist before, so that a planted file or link is not written to; `mode` is the
/// file's, less the umask. Throws Error write_failed.
void write_file_atomically(const fs::path& path, std::string_view contents, mode_t mode = 0666);

/// The same with a file that only its owner can access, independent of the umask.
void write_private_file(const fs::path& path, std::string_view contents);

/// A new, empty file beside `path`, with a random name that cannot have been planted; the caller renames or
/// removes it. Its descriptor is empty, with errno set, where it cannot be made.
struct TemporaryFile {
    fs::path path;
    FileDescriptor descriptor;
};
TemporaryFile make_temporary_beside(const fs::path& path, mode_t mode);

/// Whether `name` has the form of a temporary file that make_temporary_beside() creates for a file named
/// `file`; such files remain if their process is killed.
bool is_leftover_of(std::string_view name, std::string_view file);

/// Makes the folder and its missing ancestors, and flushes the folder that each new one is in, so that a
/// power cut does not take it. `mode` is that of `folder` itself where it is made here; ancestors have 0777
/// less the umask. Throws Error(error_id), whose sentence names the reason, where that fails.
void make_folders(const fs::path& folder, ErrorId error_id, mode_t mode = 0777);

/// write(2) of all data, continued after short writes and EINTR. Returns false with errno set on failure.
[[nodiscard]] bool write_all(int fd, std::string_view data);

/// fsync of a folder, so that a rename or a new name in it survives a power loss. Throws Error
/// folder_not_flushed.
void sync_folder(const fs::path& folder);

/// Bytes available to an unprivileged user on the file system of `path` (of its nearest existing parent).
std::uint64_t free_space(const fs::path& path);

/// "No space left on device (28)" for an errno value.
std::string errno_text(int number);

/// $XDG_CACHE_HOME/tunedesk (else ~/.cache/tunedesk), $XDG_STATE_HOME/tunedesk (else
/// ~/.local/state/tunedesk), $XDG_RUNTIME_DIR/tunedesk (else /tmp/tunedesk-UID). Not created here.
fs::path cache_home();
fs::path state_home();
fs::path runtime_home();

/// Creates a folder of mode 0700 that belongs to this user, or accepts an existing one; throws Error 5002 if
/// it belongs to another user, 5017 if other users can access it.
void make_private_folder(const fs::path& folder);

} // namespace tunedesk
