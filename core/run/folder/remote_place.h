// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "run/follow/stream_status.h"

#include <optional>
#include <string>

namespace tunedesk::run {

/// A run on another machine.
struct RemoteRun {
    std::string server; ///< its name, as `ssh` takes it
    std::string path;   ///< the run's folder there

    bool operator==(const RemoteRun&) const = default;
};

/// What this machine has seen of a run on another: a folder below cache_home()/servers that looks like a
/// run's to every reader of runs, with the journal as received and the small files. It may be removed at any
/// time. Throws Error 2048 for a path that is not absolute or goes up.
fs::path view_folder(const RemoteRun& run);
/// Whose view a folder is, by its place alone; std::nullopt for runs of this machine.
std::optional<RemoteRun> remote_run_of(const fs::path& folder);

/// The last status received of a run there. std::nullopt for a run of this machine, or before the first one.
std::optional<StreamStatus> last_status(const fs::path& folder);

/// Keeps it, with the stamp of the small files that the view holds. Throws Error 5001.
void write_status(const fs::path& folder, const StreamStatus& status, const std::string& stamp);
/// That stamp; empty if the view holds none.
std::string files_stamp(const fs::path& folder);

/// cache_home()/servers.
fs::path views_folder();

} // namespace tunedesk::run
