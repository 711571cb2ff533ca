// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/checkpoint.h"
#include "parallel/requests.h"
#include "train/save/remote_files.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::train {

/// Has all ranks write their files into one checkpoint's folder: rank 0 asks, the others carry it out; those
/// that do not see the folder send theirs (RemoteFiles). Thread rule: one thread on each rank.
class JointWrite {
public:
    /// Writes this rank's files and returns their entries; throws Error 5001.
    using Write = std::function<std::vector<format::Manifest::Entry>(const fs::path& folder)>;

    /// `requests` and `remote` must outlive this. `remote`: null if all see the folder.
    JointWrite(parallel::Requests& requests, const RemoteFiles* remote)
        : requests_(requests), remote_(remote) {}

    /// On rank 0: all ranks' entries. Throws the first error, after all have written, naming its rank, and as
    /// RemoteFiles::collect().
    std::vector<format::Manifest::Entry> write(const fs::path& folder, std::int64_t step,
                                               const Write& write_own);
    /// On the others: what is answered to a request of write(), of which `write_own` gets the folder.
    std::string carry_out(const Json& asked, const Write& write_own) const;
    /// Whether a request is one of write().
    static bool is_asked(const Json& asked) {
        return asked.at("what") == "state" || asked.at("what") == "files";
    }

private:
    using Entries = RemoteFiles::Entries;
    void collect(const fs::path& folder, const std::map<int, Entries>& written);

    parallel::Requests& requests_;
    const RemoteFiles* const remote_;
};

/// The answer with these entries, or with the error that `write` throws where only the disk or the memory
/// has refused.
std::string answer_of(const std::function<std::vector<format::Manifest::Entry>()>& write);

} // namespace tunedesk::train
