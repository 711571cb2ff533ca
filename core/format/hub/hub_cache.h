// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "format/hub/hub_name.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::format {

/// A revision of a model, or of a data set, that is in the cache.
struct CachedModel {
    std::string name, commit;
    std::vector<std::string> refs; ///< branches and tags that lead to the commit
    std::uint64_t bytes = 0;       ///< of its files, also of those that other revisions share
    bool is_whole = false;         ///< see is_whole_model(); of a data set: true
    fs::path folder;
};

/// The local cache of models or data sets from the hub, in huggingface_hub's layout, which its tools share:
///   models--ORG--NAME/refs/REVISION              a commit
///   models--ORG--NAME/blobs/ETAG                 contents: the sha256 of a large file, the git hash of a
///                                                small one
///   models--ORG--NAME/snapshots/COMMIT/FILE      a link to ../../blobs/ETAG
///   .locks/models--ORG--NAME/ETAG.lock           held by flock while a blob is written
/// Folders of data sets begin with datasets--. Any thread; several processes at once.
class HubCache {
public:
    /// Default: models in hub_cache_folder().
    HubCache();
    explicit HubCache(HubKind kind);
    explicit HubCache(fs::path root, HubKind kind = HubKind::model) : root_(std::move(root)), kind_(kind) {}

    const fs::path& root() const { return root_; }
    HubKind kind() const { return kind_; }
    /// models--ORG--NAME of a hub's name.
    fs::path repository(const std::string& name) const;

    /// The commit that a revision had when it was last asked of the hub; std::nullopt if it is not known
    /// here.
    std::optional<std::string> commit_of(const HubModel& model) const;
    /// The folder of a model's files if is_whole_model(), or of a data set if it exists; else std::nullopt.
    std::optional<fs::path> snapshot_of(const HubModel& model) const;
    /// All revisions in the cache, by name and commit; other entries of its folder are skipped.
    std::vector<CachedModel> models() const;

    /// Removes all revisions of a model; false if there is none. Throws Error 5001 if a file cannot be
    /// removed, 6012 while a download of it runs.
    bool remove(const std::string& name) const;

    fs::path blob(const std::string& name, const std::string& etag) const;
    /// The file in which a download of the blob is collected.
    fs::path part(const std::string& name, const std::string& etag) const;
    fs::path lock(const std::string& name, const std::string& etag) const;
    /// Flushes a complete download and renames it to the blob. Throws Error 5001.
    void commit_blob(const std::string& name, const std::string& etag) const;
    /// Makes FILE of the snapshot a link to the blob. Throws Error 5001.
    void link(const HubModel& at_commit, const std::string& file, const std::string& etag) const;
    /// Notes the commit of a revision. Throws Error 5001.
    void set_ref(const HubModel& model, const std::string& commit) const;

private:
    bool is_whole(const fs::path& snapshot) const;

    fs::path root_;
    HubKind kind_ = HubKind::model;
};

/// Resolves a user's text to a folder: the path itself if it exists or is not a model's name, else the
/// snapshot of ORG/NAME or ORG/NAME@REVISION in the cache. Throws Error 4377 if that model is not downloaded.
fs::path named_folder(const std::string& text);

/// Whether a folder holds a model that can be trained: config.json with model.safetensors or all the shards
/// of its index, or an adapter's config and weights.
bool is_whole_model(const fs::path& folder);

/// Whether `etag` is a sha256 or a git hash in lower-case hexadecimal digits.
bool is_blob_name(std::string_view etag);

} // namespace tunedesk::format
