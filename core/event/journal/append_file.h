// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <string_view>

namespace tunedesk::event {

/// A file that grows by whole records: one write(2) each, undone if it was cut short, so that a full disk
/// leaves no partial record. Must be the file's only writer. Thread rule: one thread.
class AppendFile {
public:
    /// Opens or creates `name` below the folder `root`, through no link (base/files/beneath.h). A new file
    /// has mode 0600. Throws Error 5003 if that fails.
    AppendFile(fs::path root, fs::path name);

    /// False if the record could not be written; problem() then has the reason.
    bool append(std::string_view record);
    /// fsync. After a failure the file is reopened, because later results of fsync on the same descriptor are
    /// not reliable.
    bool sync();
    /// Cuts the file to its first `bytes` bytes.
    bool cut(std::uint64_t bytes);
    /// Opens the file that is at path() now, such as one that was renamed to it.
    bool reopen();
    /// Whether path() no longer names the file that this object writes to: it was removed or replaced.
    bool is_displaced() const;

    std::uint64_t size() const { return size_; }
    const fs::path& path() const { return path_; }
    const std::string& problem() const { return problem_; }

private:
    fs::path root_, name_, path_;
    FileDescriptor fd_;
    std::uint64_t size_ = 0;
    std::string problem_;
    bool torn_ = false; ///< a partial record remains after size_
};

} // namespace tunedesk::event
