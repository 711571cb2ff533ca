// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "format/checkpoint.h"
#include "parallel/group.h"

#include <map>
#include <vector>

namespace tunedesk::train {

/// The checkpoint files of ranks that do not see rank 0's run folder (parallel::World::remote_ranks). Such a
/// rank uses its own folder RUN/parts/rankN on its node. Files that it writes are sent to rank 0 through the
/// rendezvous store before the checkpoint is committed; files that it reads are received from there. Does
/// nothing if all ranks see the folder. Lifetime: the session's; `group` must outlive it. Thread rule: the
/// training thread.
class RemoteFiles {
public:
    /// `run`: RUN, as this rank knows it.
    RemoteFiles(parallel::Group& group, fs::path run);
    ~RemoteFiles();
    RemoteFiles(const RemoteFiles&) = delete;
    RemoteFiles& operator=(const RemoteFiles&) = delete;

    bool any() const { return !group_.world().remote_ranks.empty(); }
    /// Whether this rank does not see the run folder.
    bool is_remote() const;
    /// The folder in which this rank writes files for rank 0's `folder`: that folder, or a new, empty one of
    /// its own. Throws Error 5011.
    fs::path local_folder_for(const fs::path& folder) const;

    using Entries = std::vector<format::Manifest::Entry>;
    /// On rank 0: the request to remote ranks to send the files that each has written for `folder`.
    Json request(const fs::path& folder, const std::map<int, Entries>& written) const;
    /// On a remote rank: sends the files named by the request, and removes them here. Does nothing on other
    /// ranks.
    void send(const Json& asked) const;
    /// On rank 0, while the others send(): receives the files into `folder`. Throws Error 4602 if a file
    /// differs from what its rank wrote, 5001 if it cannot be written; all files have been sent then.
    void collect(const Json& asked, const fs::path& folder, const std::map<int, Entries>& written) const;

    /// The folder in which a rank reads a folder of rank 0: that folder, or a copy that is removed with this
    /// object.
    class LocalFolder {
    public:
        LocalFolder(fs::path path, bool is_copy) : path_(std::move(path)), is_copy_(is_copy) {}
        ~LocalFolder();
        LocalFolder(const LocalFolder&) = delete;
        LocalFolder& operator=(const LocalFolder&) = delete;
        const fs::path& path() const { return path_; }

    private:
        const fs::path path_;
        const bool is_copy_;
    };
    /// A collective; `folder` must be the same on all ranks. Sends its files to the ranks that do not see
    /// them. Throws Error 4602 and 5001 as collect().
    LocalFolder distribute(const fs::path& folder);

private:
    std::string rank_key() const;

    parallel::Group& group_;
    const fs::path parts_;         ///< of this rank
    std::int64_t distributed_ = 0; ///< the same on all ranks
};

} // namespace tunedesk::train
