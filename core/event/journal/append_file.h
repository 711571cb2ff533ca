// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <string_view>

namespace tunedesk::event {

/// A file that grows by whole records: one write(2) each, undone where it was cut short, so that a full disk
/// leaves no part of a record behind. The one writer of the file. Thread rule: one thread.
class AppendFile {
public:
    /// Opens or creates `name` below the folder `root`, through no link (base/beneath.h). It is its owner's
    /// alone (mode 0600) where it is created here. Throws Error 5003 if that fails.
    AppendFile(fs::path root, fs::path name);

    /// False if the record could not be written; problem() then has the reason.
    bool append(std::string_view record);
    /// fsync. After a failure the file is opened again: what a descriptor whose fsync has failed reports of
    /// later ones is worthless.
    bool sync();
    /// Cuts the file to its first `bytes` bytes.
    bool cut(std::uint64_t bytes);
    /// Takes up a file that was renamed to the same path.
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
    bool torn_ = false; ///< a part of a record is still behind size_
};

} // namespace tunedesk::event
