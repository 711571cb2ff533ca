// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/hub/hub_cache.h"

#include "base/error.h"
#include "base/files/contained_file.h"
#include "base/files/file_lock.h"
#include "base/json.h"
#include "base/text.h"
#include "format/hub/hub_settings.h"

#include <algorithm>
#include <fcntl.h>
#include <map>
#include <unistd.h>

namespace tunedesk::format {

namespace {

constexpr std::uint64_t most_ref_bytes = 256, most_index_bytes = 64u << 20;

std::string_view prefix_of(HubKind kind) {
    return kind == HubKind::model ? "models--" : "datasets--";
}

/// "models--ORG--NAME" -> ORG/NAME; empty if it is of another kind.
std::string name_of_folder(const std::string& folder, HubKind kind) {
    if (!folder.starts_with(prefix_of(kind))) return {};
    std::string name = folder.substr(prefix_of(kind).size());
    const std::size_t middle = name.find("--");
    if (middle == name.npos) return {};
    name.replace(middle, 2, "/");
    return is_hub_name(name) ? name : std::string();
}

/// std::nullopt if the file does not exist or holds no commit.
std::optional<std::string> read_ref(const fs::path& file) {
    std::error_code unknown;
    if (!fs::is_regular_file(file, unknown)) return std::nullopt;
    try {
        std::string commit(trimmed(read_file(file, ErrorId::file_unreadable, most_ref_bytes)));
        return is_commit(commit) ? std::optional(std::move(commit)) : std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// Branches and tags by commit.
std::multimap<std::string, std::string> refs_of(const fs::path& repository) {
    std::multimap<std::string, std::string> refs;
    std::error_code failed;
    const fs::path folder = repository / "refs";
    for (fs::recursive_directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed))
        if (const auto commit = read_ref(entry->path()))
            refs.emplace(*commit, entry->path().lexically_relative(folder).string());
    return refs;
}

std::uint64_t bytes_below(const fs::path& folder) {
    std::uint64_t bytes = 0;
    std::error_code failed;
    for (fs::recursive_directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        std::error_code unknown;
        const std::uint64_t size = entry->is_regular_file(unknown) ? entry->file_size(unknown) : 0;
        if (!unknown) bytes += size;
    }
    return bytes;
}

bool has_file(const fs::path& folder, const std::string& name) {
    std::error_code unknown;
    return is_plain_file_name(name) && fs::is_regular_file(folder / name, unknown);
}

bool has_all_shards(const fs::path& folder) {
    const fs::path path = folder / "model.safetensors.index.json";
    try {
        const Json index = parse_json(read_file(path, ErrorId::file_unreadable, most_index_bytes),
                                      path.string(), ErrorId::file_unreadable);
        const auto map = index.find("weight_map");
        return map != index.end() && map->is_object() && !map->empty() &&
               std::ranges::all_of(*map, [&](const Json& file) {
                   return file.is_string() && has_file(folder, file.get<std::string>());
               });
    } catch (const Error&) {
        return false;
    }
}

[[noreturn]] void cache_write_failed(const fs::path& path, int reason) {
    throw Error(ErrorId::write_failed, {"write the file", errno_text(reason)}, path.string());
}

} // namespace

HubCache::HubCache() : root_(hub_cache_folder()) {}

HubCache::HubCache(HubKind kind) : root_(hub_cache_folder()), kind_(kind) {}

fs::path HubCache::repository(const std::string& name) const {
    std::string folder(prefix_of(kind_));
    for (const char c : name)
        folder += c == '/' ? std::string("--") : std::string(1, c);
    return root_ / folder;
}

std::optional<std::string> HubCache::commit_of(const HubModel& model) const {
    if (!is_hub_name(model.name) || !is_hub_revision(model.revision)) return std::nullopt;
    if (is_commit(model.revision)) return model.revision;
    return read_ref(repository(model.name) / "refs" / model.revision);
}

std::optional<fs::path> HubCache::snapshot_of(const HubModel& model) const {
    const auto commit = commit_of(model);
    if (!commit) return std::nullopt;
    fs::path folder = repository(model.name) / "snapshots" / *commit;
    return is_whole(folder) ? std::optional(std::move(folder)) : std::nullopt;
}

bool HubCache::is_whole(const fs::path& snapshot) const {
    std::error_code unknown;
    return kind_ == HubKind::model ? is_whole_model(snapshot) : fs::is_directory(snapshot, unknown);
}

std::vector<CachedModel> HubCache::models() const {
    std::vector<CachedModel> list;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(root_, failed)) {
        const std::string name = name_of_folder(entry.path().filename().string(), kind_);
        if (name.empty()) continue;
        const auto refs = refs_of(entry.path());
        std::error_code none;
        for (const auto& snapshot : fs::directory_iterator(entry.path() / "snapshots", none)) {
            CachedModel model;
            model.name = name;
            model.commit = snapshot.path().filename().string();
            if (!is_commit(model.commit)) continue;
            const auto [begin, end] = refs.equal_range(model.commit);
            for (auto ref = begin; ref != end; ++ref)
                model.refs.push_back(ref->second);
            model.folder = snapshot.path();
            model.bytes = bytes_below(model.folder);
            model.is_whole = is_whole(model.folder);
            list.push_back(std::move(model));
        }
    }
    std::ranges::sort(list, {}, [](const CachedModel& model) { return std::pair(model.name, model.commit); });
    return list;
}

bool HubCache::remove(const std::string& name) const {
    const fs::path folder = repository(name), locks = root_ / ".locks" / folder.filename();
    std::error_code failed;
    if (!is_hub_name(name) || !fs::is_directory(fs::symlink_status(folder, failed))) return false;
    for (const auto& entry : fs::directory_iterator(locks, failed))
        if (FileLock::is_held(entry.path()))
            throw Error(ErrorId::lock_failed, {errno_text(EWOULDBLOCK)}, entry.path().string());
    fs::remove_all(folder, failed);
    if (failed) cache_write_failed(folder, failed.value());
    fs::remove_all(locks, failed);
    return true;
}

fs::path HubCache::blob(const std::string& name, const std::string& etag) const {
    return repository(name) / "blobs" / etag;
}

fs::path HubCache::part(const std::string& name, const std::string& etag) const {
    return repository(name) / "blobs" / (etag + ".incomplete");
}

fs::path HubCache::lock(const std::string& name, const std::string& etag) const {
    return root_ / ".locks" / repository(name).filename() / (etag + ".lock");
}

void HubCache::commit_blob(const std::string& name, const std::string& etag) const {
    const fs::path from = part(name, etag), to = blob(name, etag);
    const FileDescriptor file(::open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file || ::fsync(file.get()) != 0 || ::rename(from.c_str(), to.c_str()) != 0)
        cache_write_failed(to, errno);
    sync_folder(to.parent_path());
}

void HubCache::link(const HubModel& at_commit, const std::string& file, const std::string& etag) const {
    const fs::path path = repository(at_commit.name) / "snapshots" / at_commit.revision / file;
    make_folders(path.parent_path(), ErrorId::folder_not_created);
    const fs::path target = blob(at_commit.name, etag).lexically_relative(path.parent_path());
    std::error_code unknown;
    if (fs::read_symlink(path, unknown) == target) return;
    // A new link replaces the name atomically: a reader finds the old file or the new one.
    const fs::path fresh = path.string() + "." + std::to_string(::getpid()) + ".new";
    ::unlink(fresh.c_str());
    if (::symlink(target.c_str(), fresh.c_str()) != 0 || ::rename(fresh.c_str(), path.c_str()) != 0) {
        const int reason = errno;
        ::unlink(fresh.c_str());
        cache_write_failed(path, reason);
    }
}

void HubCache::set_ref(const HubModel& model, const std::string& commit) const {
    if (model.revision == commit) return; // as in huggingface_hub: a commit has no name of its own
    const fs::path file = repository(model.name) / "refs" / model.revision;
    make_folders(file.parent_path(), ErrorId::folder_not_created);
    write_file_atomically(file, commit);
}

fs::path named_folder(const std::string& text) {
    std::error_code unknown;
    if (fs::exists(text, unknown) || !is_hub_name(text.substr(0, text.find('@')))) return text;
    const auto snapshot = HubCache().snapshot_of(parse_hub_model(text));
    if (!snapshot) throw Error(ErrorId::hub_model_not_downloaded, {text, text});
    return *snapshot;
}

bool is_whole_model(const fs::path& folder) {
    if (has_file(folder, "adapter_config.json") && has_file(folder, "adapter_model.safetensors")) return true;
    if (!has_file(folder, "config.json")) return false;
    return has_file(folder, "model.safetensors") || has_all_shards(folder);
}

bool is_blob_name(std::string_view etag) {
    return (etag.size() == 40 || etag.size() == 64) &&
           std::ranges::all_of(etag, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

} // namespace tunedesk::format
