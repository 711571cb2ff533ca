// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/save/remote_files.h"

#include "base/error.h"
#include "memory/torch_headers.h"
#include "parallel/network/file_exchange.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace tunedesk::train {

namespace {

using parallel::FileExchange;

/// {"name", "bytes"} of each.
Json listed(const std::vector<format::Manifest::Entry>& entries) {
    Json list = Json::array();
    for (const format::Manifest::Entry& entry : entries)
        list.push_back({{"name", entry.name}, {"bytes", entry.bytes}});
    return list;
}

/// The regular files of a folder; none where it is not there.
Json listed(const fs::path& folder) {
    Json list = Json::array();
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed))
        if (entry.is_regular_file(failed))
            list.push_back({{"name", entry.path().filename().string()}, {"bytes", entry.file_size()}});
    return list;
}

/// A file's name in such a list. Throws Error 7660 if it is a path.
std::string name_in(const Json& file) {
    std::string name = file.at("name").get<std::string>();
    if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos)
        throw Error(ErrorId::rendezvous_bytes_invalid);
    return name;
}

} // namespace

RemoteFiles::RemoteFiles(parallel::Group& group, fs::path run)
    : group_(group), parts_(std::move(run) / "parts" / fmt::format("rank{}", group.world().rank)) {
    std::error_code ignored;
    if (is_remote()) fs::remove_all(parts_, ignored); // of a start that was killed
}

RemoteFiles::~RemoteFiles() {
    std::error_code ignored;
    if (is_remote()) fs::remove_all(parts_, ignored);
}

bool RemoteFiles::is_remote() const {
    return std::ranges::find(group_.world().remote_ranks, group_.world().rank) !=
           group_.world().remote_ranks.end();
}

std::string RemoteFiles::rank_key() const {
    return fmt::to_string(group_.world().rank);
}

fs::path RemoteFiles::local_folder_for(const fs::path& folder) const {
    if (!is_remote()) return folder;
    std::error_code ignored;
    fs::remove_all(parts_, ignored);
    const fs::path place = parts_ / folder.filename();
    make_folders(place, ErrorId::run_folder_not_writable, 0700);
    return place;
}

Json RemoteFiles::request(const fs::path& folder, const std::map<int, Entries>& written) const {
    Json files = Json::object();
    for (const int rank : group_.world().remote_ranks)
        if (const auto found = written.find(rank); found != written.end())
            files[fmt::to_string(rank)] = listed(found->second);
    std::int64_t number = 0;
    parallel::guarded("the rendezvous store", [&] { number = group_.store()->add("collected", 1); });
    return {{"what", "files"},
            {"name", fmt::format("collected/{}", number)},
            {"folder", folder.filename().string()},
            {"files", std::move(files)}};
}

void RemoteFiles::send(const Json& asked) const {
    const auto own = asked.at("files").find(rank_key());
    if (!is_remote() || own == asked.at("files").end()) return;
    const fs::path place = parts_ / asked.at("folder").get<std::string>();
    parallel::guarded("the rendezvous store", [&] {
        for (const Json& file : *own) {
            const std::string name = name_in(file);
            FileExchange(*group_.store(),
                         fmt::format("{}/{}/{}", asked.at("name").get<std::string>(), rank_key(), name))
                .send(place / name, file.at("bytes").get<std::uint64_t>(), 1);
        }
    });
    std::error_code ignored;
    fs::remove_all(parts_, ignored);
}

void RemoteFiles::collect(const Json& asked, const fs::path& folder,
                          const std::map<int, Entries>& written) const {
    std::optional<Error> failed;
    const auto receive = [&](int rank, const format::Manifest::Entry& entry) {
        FileExchange from(*group_.store(),
                          fmt::format("{}/{}/{}", asked.at("name").get<std::string>(), rank, entry.name));
        try {
            const std::string hash = from.receive(folder / entry.name, entry.bytes, rank, 1);
            if (hash != entry.hash)
                throw Error(ErrorId::run_file_not_collected, {entry.name, fmt::to_string(rank)},
                            (folder / entry.name).string());
        } catch (const Error& error) {
            if (!failed) failed = error; // the others' files are under way
        }
    };
    parallel::guarded("the rendezvous store", [&] {
        for (const int rank : group_.world().remote_ranks)
            if (const auto found = written.find(rank); found != written.end())
                for (const format::Manifest::Entry& entry : found->second)
                    receive(rank, entry);
    });
    if (failed) throw *failed;
}

RemoteFiles::LocalFolder::~LocalFolder() {
    std::error_code ignored;
    if (is_copy_) fs::remove_all(path_, ignored);
}

RemoteFiles::LocalFolder RemoteFiles::distribute(const fs::path& folder) {
    const std::string name = fmt::format("distributed/{}", distributed_++);
    const bool leads = group_.world().leads();
    if (!any() || !(leads || is_remote())) return {folder, false};
    const auto readers = static_cast<int>(group_.world().remote_ranks.size());
    const fs::path place = local_folder_for(folder);
    parallel::guarded("the rendezvous store", [&] {
        c10d::Store& store = *group_.store();
        if (leads) {
            const std::string list = listed(folder).dump();
            store.set(name, std::vector<std::uint8_t>(list.begin(), list.end()));
        }
        const std::vector<std::uint8_t> list = store.get(name);
        for (const Json& file : Json::parse(list.begin(), list.end())) {
            const std::string of_file = name_in(file);
            const auto bytes = file.at("bytes").get<std::uint64_t>();
            FileExchange exchange(store, fmt::format("{}/{}", name, of_file));
            if (leads)
                exchange.send(folder / of_file, bytes, readers);
            else
                exchange.receive(place / of_file, bytes, 0, readers);
        }
    });
    return {place, is_remote()};
}

} // namespace tunedesk::train
