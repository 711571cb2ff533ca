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

/// The local view of a remote run: a folder below cache_home()/servers in the form of a run folder, with the
/// journal received so far and the small files. It may be removed at any time. Throws Error 2048 for a path
/// that is not absolute or goes up.
fs::path view_folder(const RemoteRun& run);
/// The remote run whose view a folder is, by its path; std::nullopt for runs of this machine.
std::optional<RemoteRun> remote_run_of(const fs::path& folder);

/// The last status received of the remote run; std::nullopt for a run of this machine, or before the first
/// one.
std::optional<StreamStatus> last_status(const fs::path& folder);

/// Stores a status with the stamp of the view's small files. Throws Error 5001.
void write_status(const fs::path& folder, const StreamStatus& status, const std::string& stamp);
/// The stamp of the view's small files; empty if it has none.
std::string files_stamp(const fs::path& folder);

/// cache_home()/servers.
fs::path views_folder();

} // namespace tunedesk::run
