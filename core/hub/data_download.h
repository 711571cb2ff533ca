// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_data.h"
#include "hub/hub_download.h"

namespace tunedesk::hub {

struct DownloadedData {
    format::HubModel at_commit;
    fs::path folder; ///< the snapshot's folder
    std::vector<format::DownloadedSplit> splits;
    std::uint64_t bytes = 0; ///< total size of the files
};

/// Downloads the files of the rows that `rows` names (without a part, the default configuration's splits) and
/// README.md into the cache of the client's settings, converts each split of several files, JSON or Parquet
/// to one file, and records the splits for presets (format/hub/hub_data.h). Resumes and verifies like
/// download_model(). Throws the same errors, 3102 if the data set has no such part or no rows, and those of
/// one_rows_file().
DownloadedData download_data(HubClient& client, const format::HubRows& rows,
                             const std::function<void(const DownloadProgress&)>& show);

} // namespace tunedesk::hub
