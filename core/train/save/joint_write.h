// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/checkpoint.h"
#include "parallel/requests.h"
#include "train/save/remote_files.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::train {

/// Makes all ranks write their files into one checkpoint's folder at the request of rank 0; ranks that do not
/// see the folder send theirs (RemoteFiles). Thread rule: one thread on each rank.
class JointWrite {
public:
    /// Writes this rank's files and returns their entries; throws Error 5001.
    using Write = std::function<std::vector<format::Manifest::Entry>(const fs::path& folder)>;

    /// `requests` and `remote` must outlive this. `remote`: null if all see the folder.
    JointWrite(parallel::Requests& requests, const RemoteFiles* remote)
        : requests_(requests), remote_(remote) {}

    /// On rank 0: returns all ranks' entries. Throws the first error, with its rank, after all have written,
    /// and as RemoteFiles::collect().
    std::vector<format::Manifest::Entry> write(const fs::path& folder, std::int64_t step,
                                               const Write& write_own);
    /// On other ranks: carries out a request of write(), whose folder `write_own` gets, and returns the
    /// answer.
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

/// The answer with the entries of `write`, or with its error if the disk or memory failed.
std::string answer_of(const std::function<std::vector<format::Manifest::Entry>()>& write);

} // namespace tunedesk::train
