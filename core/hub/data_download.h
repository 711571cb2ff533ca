// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_data.h"
#include "hub/hub_download.h"

namespace tunedesk::hub {

struct DownloadedData {
    format::HubModel at_commit;
    fs::path folder; ///< the snapshot
    std::vector<format::DownloadedSplit> splits;
    std::uint64_t bytes = 0; ///< of their files
};

/// Downloads the files of the rows that `rows` name (of no part, the default configuration's splits) and
/// README.md into the cache of the client's settings, makes one file of each split where there are several,
/// or JSON or Parquet, and notes the splits for presets (format/hub/hub_data.h). Continues and checks as
/// download_model(). Throws the same, 3102 if the data set has no such part or no rows, and as
/// one_rows_file().
DownloadedData download_data(HubClient& client, const format::HubRows& rows,
                             const std::function<void(const DownloadProgress&)>& show);

} // namespace tunedesk::hub
