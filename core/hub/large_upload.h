// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hub/hub_client.h"

namespace tunedesk::hub {

/// A file for the hub's store of large files.
struct LargeFile {
    std::string sha256;
    fs::path file;
    std::uint64_t bytes = 0;
};

/// Sends the files that the store of a repository does not have, whole or in the parts that it requests, and
/// returns the number of bytes sent. `sent` is called with a file and the bytes sent of it, and may be empty.
/// Answers are untrusted: addresses other than https or the endpoint's own, and parts that do not add up to
/// the file, are rejected. Throws the errors of HubClient::post() and HubClient::upload().
std::uint64_t upload_large_files(HubClient& client, const std::string& name,
                                 const std::vector<LargeFile>& files,
                                 const std::function<void(const LargeFile&, std::uint64_t)>& sent);

} // namespace tunedesk::hub
