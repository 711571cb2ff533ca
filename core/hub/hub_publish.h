// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hub/hub_download.h"

namespace tunedesk::hub {

/// A file of a folder to publish.
struct PublishedFile {
    std::string path; ///< relative to the folder, '/' between folders
    fs::path file;
    std::uint64_t bytes = 0;
};

struct Published {
    std::string commit; ///< empty: the hub already had all files
    std::string page;
    std::uint64_t sent_bytes = 0; ///< only of large files
    bool is_new = false;          ///< the repository was created
};

/// The regular files of a model's folder by path, without hidden files, links and the folder's manifest.
/// Throws Error 4301 if the folder cannot be read or has no config.json or adapter_config.json.
std::vector<PublishedFile> files_to_publish(const fs::path& folder);

/// Creates the model's repository if it is missing, and commits the files to its branch main. Large files are
/// identified by their sha256: those that the hub has are not sent again, so that an interrupted publication
/// is resumed. Only the endpoint's host receives the token. Throws Errors 4372 without a token with write
/// permission, 7080 to 7084, 9003. `show` may be empty.
Published publish_model(HubClient& client, const std::string& name, const std::vector<PublishedFile>& files,
                        bool is_private, const std::function<void(const DownloadProgress&)>& show);

} // namespace tunedesk::hub
