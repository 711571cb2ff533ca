// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <string>
#include <vector>

// Stands between a test program and the disk: the calls of libc that change files are defined in
// interposed_calls.cpp and passed on. What links tunedesk_disk_calls can let one of them fail, or record what
// they change. Only calls on files below `root` count, so that Qt Test's own output does not.

namespace tunedesk::test {

enum class DiskCall {
    open,        ///< open() and its like
    write,       ///< write, pwrite, writev: nothing is written
    short_write, ///< the first half is written, and the next write fails
    sync,        ///< fsync of files and folders
    rename,
    make_folder,
    remove, ///< unlink, rmdir
    resize, ///< ftruncate, fallocate
    close,
};

/// While it lives the `nth` call of the kind, counted from 1, fails with `error`; all others work. One at a
/// time.
class FailingCall {
public:
    FailingCall(DiskCall kind, int nth, int error, const fs::path& root);
    ~FailingCall() { disarm(); }
    FailingCall(const FailingCall&) = delete;
    FailingCall& operator=(const FailingCall&) = delete;

    /// From here on all calls work.
    void disarm();
    /// Whether there was such a call.
    bool hit() const;
    /// Its file.
    std::string path() const;
};

/// The same for the `nth` operator new of this thread.
class FailingAllocation {
public:
    explicit FailingAllocation(int nth);
    ~FailingAllocation() { disarm(); }
    FailingAllocation(const FailingAllocation&) = delete;
    FailingAllocation& operator=(const FailingAllocation&) = delete;

    void disarm();
    bool hit() const;
};

/// One change of what is on the disk. Files and folders are known by their inodes, which renames keep.
struct DiskChange {
    enum class Kind {
        make_file,   ///< path, inode
        make_folder, ///< path, inode
        write,       ///< inode, offset, bytes
        resize,      ///< inode; offset: the new size
        sync,        ///< inode, of a file or a folder
        rename,      ///< path -> to
        exchange,    ///< path <-> to
        remove,      ///< path, of a file or a folder
        mark,        ///< path: what the test says has happened
    };
    Kind kind = Kind::mark;
    std::string path, to, bytes;
    std::uint64_t inode = 0, offset = 0;
};

/// Begins to record the changes below `root`, whose path must be canonical, with what is there as the first
/// ones and a mark, recording_begins, behind them. Ends with stop_recording().
inline constexpr const char* recording_begins = "the recording begins";
void start_recording(const fs::path& root);
void record_mark(const std::string& text);
std::vector<DiskChange> stop_recording();

/// What a program wrote that ran with libdisk_recorder.so preloaded, TUNEDESK_RECORD_ROOT and
/// TUNEDESK_RECORD_LOG.
std::vector<DiskChange> read_recording(const fs::path& log);

} // namespace tunedesk::test
