// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/hub_download.h"

#include "hub/file_download.h"
#include "hub/needed_files.h"

namespace tunedesk::hub {

namespace {

constexpr std::uint64_t most_index_bytes = 64u << 20;

} // namespace

fs::path download_model(HubClient& client, const format::HubModel& model,
                        const std::function<void(const DownloadProgress&)>& show) {
    const HubModelInfo info = client.model(model);
    NeededFiles needed = needed_files(info);
    FileDownload download(client, info, show);
    if (needed.index) { // downloaded first: it lists the shards
        const HubFile index = *needed.index;
        needed.weights = shards_of_index(needed, download.text_of(index, most_index_bytes), index.path);
        needed.weights.push_back(index);
    }
    std::vector<HubFile> files = std::move(needed.small);
    files.insert(files.end(), needed.weights.begin(), needed.weights.end());
    download.bring(files);
    return download.link(files, model);
}

} // namespace tunedesk::hub
