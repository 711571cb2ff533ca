// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hub/hub_client.h"

namespace tunedesk::hub {

struct DownloadProgress {
    std::string file;              ///< that comes now
    std::uint64_t bytes = 0;       ///< of all files, with what was there before
    std::uint64_t total_bytes = 0; ///< of those known so far: shards count once their index is read
};

/// Downloads what training needs of a model's revision (see needed_files()) into the cache of the client's
/// settings, and returns the folder of its snapshot. What is there already is kept; a part continues where it
/// stopped; hashes are checked. The revision's name leads to the snapshot once all of it is there. `show` is
/// called in this thread, ten times a second at most; it may be empty. Throws Errors 4370 to 4375, 5001, 5013
/// if the disk has no room, 7080 to 7084, and 9003 if the client's is_cancelled said so: then the part stays.
fs::path download_model(HubClient& client, const format::HubModel& model,
                        const std::function<void(const DownloadProgress&)>& show);

} // namespace tunedesk::hub
