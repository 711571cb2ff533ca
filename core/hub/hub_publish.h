// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hub/hub_download.h"

namespace tunedesk::hub {

/// A file of a folder that is published.
struct PublishedFile {
    std::string path; ///< in the folder, '/' between folders
    fs::path file;
    std::uint64_t bytes = 0;
};

struct Published {
    std::string commit; ///< empty: the hub has had all of it
    std::string page;
    std::uint64_t sent_bytes = 0; ///< of large files
    bool is_new = false;          ///< the repository was made
};

/// The regular files of a model's folder, by path; hidden files, links and the folder's manifest are left
/// out. Throws Error 4301 if the folder cannot be read or holds no config.json or adapter_config.json.
std::vector<PublishedFile> files_to_publish(const fs::path& folder);

/// Makes the model's repository where there is none, and commits the files to its branch main. Large files go
/// by their sha256: what the hub has is not sent again, so that a publication that was cut continues. The
/// token goes to the endpoint's host alone. Throws Errors 4372 without a token that may write, 7080 to 7084,
/// 9003. `show` may be empty.
Published publish_model(HubClient& client, const std::string& name, const std::vector<PublishedFile>& files,
                        bool is_private, const std::function<void(const DownloadProgress&)>& show);

} // namespace tunedesk::hub
