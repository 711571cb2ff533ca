// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hub/hub_client.h"

namespace tunedesk::hub {

struct DownloadProgress {
    std::string file;        ///< the current file
    std::uint64_t bytes = 0; ///< received bytes of all files, including those of earlier downloads
    /// size of the files known so far: shards are included once their index is read
    std::uint64_t total_bytes = 0;
};

/// Downloads the files of a model's revision that training needs (see needed_files()) into the cache of the
/// client's settings, and returns the folder of its snapshot. Complete files are kept, partial ones are
/// resumed, hashes are verified. The revision's name points to the snapshot once it is complete. `show` is
/// called in this thread, at most ten times a second; it may be empty. Throws Errors 4370 to 4375, 5001, 5013
/// if the disk is full, 7080 to 7084, and 9003 if the client's is_cancelled returned true: then the partial
/// file is kept.
fs::path download_model(HubClient& client, const format::HubModel& model,
                        const std::function<void(const DownloadProgress&)>& show);

} // namespace tunedesk::hub
