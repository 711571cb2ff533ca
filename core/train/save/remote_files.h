// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "format/checkpoint.h"
#include "parallel/group.h"

#include <map>
#include <vector>

namespace tunedesk::train {

/// The checkpoint files of ranks that do not see rank 0's run folder (parallel::World::remote_ranks). Such
/// a rank writes and reads in a folder of its own, RUN/parts/rankN of its node; what it writes goes to rank 0
/// through the rendezvous store before the checkpoint is committed, and what it reads comes from there. Where
/// there is none nothing is done. Lifetime: the session's; `group` must outlive it. Thread rule: the
/// training thread.
class RemoteFiles {
public:
    /// `run`: RUN, as this rank knows it.
    RemoteFiles(parallel::Group& group, fs::path run);
    ~RemoteFiles();
    RemoteFiles(const RemoteFiles&) = delete;
    RemoteFiles& operator=(const RemoteFiles&) = delete;

    bool any() const { return !group_.world().remote_ranks.empty(); }
    /// Whether this rank is one of them.
    bool is_remote() const;
    /// Where this rank writes what is meant for `folder` of rank 0: there, or in a new, empty folder of its
    /// own. Throws Error 5011.
    fs::path local_folder_for(const fs::path& folder) const;

    using Entries = std::vector<format::Manifest::Entry>;
    /// On rank 0: what such ranks are asked for, of what each has written for `folder`.
    Json request(const fs::path& folder, const std::map<int, Entries>& written) const;
    /// On such a rank: sends the files that the request names, and removes them here; nothing on others.
    void send(const Json& asked) const;
    /// On rank 0, meanwhile: puts them into `folder`. Throws Error 4602 if a file is not what its rank has
    /// written, 5001 if the disk refuses; all has been sent then.
    void collect(const Json& asked, const fs::path& folder, const std::map<int, Entries>& written) const;

    /// Where a rank reads a folder of rank 0: that, or a copy that goes with this object.
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
    /// A call of all ranks, which `folder` has one name on: sends its files to those that do not see them.
    /// Throws Error 4602 and 5001 as receive().
    LocalFolder distribute(const fs::path& folder);

private:
    std::string rank_key() const;

    parallel::Group& group_;
    const fs::path parts_;         ///< of this rank
    std::int64_t distributed_ = 0; ///< the same on all ranks
};

} // namespace tunedesk::train
