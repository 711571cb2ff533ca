// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_cache.h"
#include "hub/hub_client.h"
#include "hub/hub_download.h"

namespace tunedesk::hub {

/// Brings files of a revision into the cache of the client's settings. What is there already is kept; a part
/// continues where it stopped; hashes are checked. Throws as download_model(). Thread rule: one thread.
class FileDownload {
public:
    /// `show` is called ten times a second at most; it may be empty, and must outlive this.
    FileDownload(HubClient& client, HubModelInfo info,
                 const std::function<void(const DownloadProgress&)>& show);

    /// The contents of a small file, which comes first. Throws Error 7081 if it is larger.
    std::string text_of(const HubFile& file, std::uint64_t most_bytes);
    void bring(const std::vector<HubFile>& files);
    /// Makes the snapshot's links to the files, leads the revision's name to it, and returns its folder.
    fs::path link(const std::vector<HubFile>& files, const format::HubModel& asked) const;

private:
    bool is_here(const HubFile& file) const;
    void require_room(const std::vector<HubFile>& files) const;
    /// Held against huggingface_hub's tools and other processes of this program.
    FileDescriptor lock(const HubFile& file);
    void bring_one(const HubFile& file);
    void receive(const HubFile& file, std::uint64_t before);
    [[noreturn]] static void refuse_range(const HubFile& file);
    void report(bool is_last);

    HubClient& client_;
    const std::function<void(const DownloadProgress&)>& show_;
    format::HubCache cache_;
    HubModelInfo info_;
    DownloadProgress progress_;
    double reported_ = 0;
};

} // namespace tunedesk::hub
