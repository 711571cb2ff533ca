// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <string>
#include <vector>

// Intercepts a test program's disk operations: libc's calls that change files are defined in
// interposed_calls.cpp and forwarded. Programs that link tunedesk_disk_calls can let one of them fail, or
// record the changes. Only calls on files below `root` are affected, so that Qt Test's own output is not.

namespace tunedesk::test {

enum class DiskCall {
    open,        ///< open() and similar calls
    write,       ///< write, pwrite, writev: nothing is written
    short_write, ///< the first half is written, and the next write fails
    sync,        ///< fsync of files and folders
    rename,
    make_folder,
    remove, ///< unlink, rmdir
    resize, ///< ftruncate, fallocate
    close,
};

/// While it exists, the `nth` call of the kind (from 1) fails with `error`; all others succeed. Only one
/// object at a time.
class FailingCall {
public:
    FailingCall(DiskCall kind, int nth, int error, const fs::path& root);
    ~FailingCall() { disarm(); }
    FailingCall(const FailingCall&) = delete;
    FailingCall& operator=(const FailingCall&) = delete;

    /// Lets all further calls succeed.
    void disarm();
    /// Whether the call occurred.
    bool hit() const;
    /// The file of the call.
    std::string path() const;
};

/// The same for the `nth` operator new on this thread.
class FailingAllocation {
public:
    explicit FailingAllocation(int nth);
    ~FailingAllocation() { disarm(); }
    FailingAllocation(const FailingAllocation&) = delete;
    FailingAllocation& operator=(const FailingAllocation&) = delete;

    void disarm();
    bool hit() const;
};

/// One change on the disk. Files and folders are identified by inode, which a rename keeps.
struct DiskChange {
    enum class Kind {
        make_file,   ///< path, inode
        make_folder, ///< path, inode
        write,       ///< inode, offset, bytes
        resize,      ///< inode; offset: the new size
        sync,        ///< inode of a file or a folder
        rename,      ///< path -> to
        exchange,    ///< path <-> to
        remove,      ///< path of a file or a folder
        mark,        ///< path: the event reported by the test
    };
    Kind kind = Kind::mark;
    std::string path, to, bytes;
    std::uint64_t inode = 0, offset = 0;
};

/// Records the changes below `root`, whose path must be canonical, beginning with the existing contents and
/// the mark recording_begins, until stop_recording().
inline constexpr const char* recording_begins = "the recording begins";
void start_recording(const fs::path& root);
void record_mark(const std::string& text);
std::vector<DiskChange> stop_recording();

/// The recording of a program that ran with libdisk_recorder.so preloaded, TUNEDESK_RECORD_ROOT and
/// TUNEDESK_RECORD_LOG.
std::vector<DiskChange> read_recording(const fs::path& log);

} // namespace tunedesk::test
