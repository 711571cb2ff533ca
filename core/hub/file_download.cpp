// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/file_download.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/files/file_lock.h"
#include "base/phrase.h"
#include "base/text.h"
#include "hub/part_file.h"

#include <chrono>
#include <fcntl.h>
#include <thread>

namespace tunedesk::hub {

FileDownload::FileDownload(HubClient& client, HubModelInfo info,
                           const std::function<void(const DownloadProgress&)>& show)
    : client_(client), show_(show), cache_(client.settings().cache, info.kind), info_(std::move(info)) {}

std::string FileDownload::text_of(const HubFile& file, std::uint64_t most_bytes) {
    if (file.bytes > most_bytes) throw Error(ErrorId::hub_answer_invalid, {file.path}, info_.name);
    bring(std::vector{file});
    return read_file(cache_.blob(info_.name, file.etag), ErrorId::hub_answer_invalid, most_bytes);
}

void FileDownload::bring(const std::vector<HubFile>& files) {
    progress_ = {};
    for (const HubFile& file : files)
        progress_.total_bytes += file.bytes;
    require_room(files);
    for (const HubFile& file : files)
        bring_one(file);
}

fs::path FileDownload::link(const std::vector<HubFile>& files, const format::HubModel& asked) const {
    for (const HubFile& file : files)
        cache_.link(info_.at_commit(), file.path, file.etag);
    cache_.set_ref(asked, info_.commit);
    return cache_.repository(info_.name) / "snapshots" / info_.commit;
}

bool FileDownload::is_here(const HubFile& file) const {
    std::error_code unknown;
    return fs::file_size(cache_.blob(info_.name, file.etag), unknown) == file.bytes && !unknown;
}

void FileDownload::require_room(const std::vector<HubFile>& files) const {
    std::uint64_t needed = 0;
    for (const HubFile& file : files) {
        std::error_code unknown;
        const std::uint64_t part = fs::file_size(cache_.part(info_.name, file.etag), unknown);
        if (!is_here(file)) needed += file.bytes - (unknown ? 0 : std::min(part, file.bytes));
    }
    const std::uint64_t room = free_space(cache_.root());
    if (room < needed)
        throw Error(ErrorId::disk_space_missing, {info_.name, human_bytes(needed), human_bytes(room)},
                    cache_.root().string());
}

FileDescriptor FileDownload::lock(const HubFile& file) {
    const fs::path path = cache_.lock(info_.name, file.etag);
    make_folders(path.parent_path(), ErrorId::folder_not_created);
    FileDescriptor lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!lock) part_failed(path);
    while (!try_lock(lock)) {
        if (errno != EWOULDBLOCK) throw Error(ErrorId::lock_failed, {errno_text(errno)}, path.string());
        client_.require_not_cancelled();
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return lock;
}

void FileDownload::bring_one(const HubFile& file) {
    const std::uint64_t before = progress_.bytes;
    progress_.file = file.path;
    if (!is_here(file)) {
        const FileDescriptor held = lock(file);
        if (!is_here(file)) receive(file, before); // otherwise another process has downloaded it
    }
    progress_.bytes = before + file.bytes;
    report(true);
}

void FileDownload::receive(const HubFile& file, std::uint64_t before) {
    PartFile part(cache_.part(info_.name, file.etag), file, info_.at_commit());
    for (int failures = 0; part.size() < file.bytes;) {
        const std::uint64_t had = part.size();
        bool has_begun = false;
        const HttpHead head =
            client_.file(info_, file, had, [&](const HttpHead& begun, std::string_view piece) {
                // A server may restart from 0; another starting offset is rejected.
                if (!has_begun && begun.first_byte != part.size()) {
                    if (begun.first_byte != 0) refuse_range(file);
                    part.restart();
                }
                has_begun = true;
                part.add(piece);
                progress_.bytes = before + part.size();
                report(false);
            });
        if (part.size() == file.bytes) break;
        if (head.status == 416)
            part.restart();
        else if (!head.is_cut)
            break; // the server considers the file complete
        failures = part.size() > had ? 0 : failures + 1;
        std::this_thread::sleep_for(std::chrono::milliseconds(200 * failures));
        if (failures >= client_.limits().attempts)
            throw Error(ErrorId::hub_unreachable,
                        {TUNEDESK_TRANSLATABLE("ErrorDetail", "the connection was closed")}, file.path);
    }
    part.require_whole();
    cache_.commit_blob(info_.name, file.etag);
}

void FileDownload::refuse_range(const HubFile& file) {
    throw Error(ErrorId::hub_answer_invalid, {"Content-Range"}, file.path);
}

void FileDownload::report(bool is_last) {
    const double now = monotonic_seconds();
    if (!show_ || (!is_last && now - reported_ < 0.1)) return;
    reported_ = now;
    show_(progress_);
}

} // namespace tunedesk::hub
