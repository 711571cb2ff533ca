// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_cache.h"
#include "hub/hub_client.h"
#include "hub/hub_download.h"

namespace tunedesk::hub {

/// Downloads files of a revision into the cache of the client's settings. Complete files are kept, partial
/// ones are resumed, hashes are verified. Throws the errors of download_model(). Thread rule: one thread.
class FileDownload {
public:
    /// `show` is called at most ten times a second; it may be empty, and must outlive this object.
    FileDownload(HubClient& client, HubModelInfo info,
                 const std::function<void(const DownloadProgress&)>& show);

    /// Downloads a small file and returns its contents. Throws Error 7081 if it is larger than `most_bytes`.
    std::string text_of(const HubFile& file, std::uint64_t most_bytes);
    void bring(const std::vector<HubFile>& files);
    /// Creates the snapshot's links to the files, points the revision's name to the snapshot, and returns its
    /// folder.
    fs::path link(const std::vector<HubFile>& files, const format::HubModel& asked) const;

private:
    bool is_here(const HubFile& file) const;
    void require_room(const std::vector<HubFile>& files) const;
    /// Locks the file against huggingface_hub's tools and other processes of this program.
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
