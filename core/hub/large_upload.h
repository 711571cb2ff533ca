// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hub/hub_client.h"

namespace tunedesk::hub {

/// A file that goes to the hub's store of large files.
struct LargeFile {
    std::string sha256;
    fs::path file;
    std::uint64_t bytes = 0;
};

/// Sends those of the files that the store of a repository does not have, whole or in the parts that it asks
/// for, and returns how many bytes it has sent. `sent` is called with a file and its bytes so far, and may be
/// empty. Every answer is of unknown origin: addresses other than https, or the endpoint's own, and parts
/// that do not make up the file are refused. Throws as HubClient::post() and HubClient::upload().
std::uint64_t upload_large_files(HubClient& client, const std::string& name,
                                 const std::vector<LargeFile>& files,
                                 const std::function<void(const LargeFile&, std::uint64_t)>& sent);

} // namespace tunedesk::hub
