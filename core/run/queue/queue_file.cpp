// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/queue/queue_file.h"

#include "base/error.h"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <unistd.h>

namespace tunedesk::run {

namespace {

fs::path queue_folder() {
    return state_home() / "queue";
}

fs::path queue_path() {
    return queue_folder() / "queue.json";
}

QueueContents read_queue() {
    const fs::path path = queue_path();
    // A file that is there and cannot be read is no empty queue: the next change would replace it.
    if (::access(path.c_str(), F_OK) != 0) {
        if (errno == ENOENT) return {};
        throw Error(ErrorId::queue_unreadable, {errno_text(errno)}, path.string());
    }
    return parse_queue(read_file(path, ErrorId::queue_damaged), path.string());
}

} // namespace

QueueFile::QueueFile() : lock_(FileLock::take(queue_folder() / "queue.lock")) {
    QueueContents queue = read_queue();
    entries = std::move(queue.entries);
    next_id = queue.next_id;
}

QueueEntry* QueueFile::find(std::int64_t id) {
    const auto found = std::ranges::find(entries, id, &QueueEntry::id);
    return found == entries.end() ? nullptr : &*found;
}

QueueEntry* QueueFile::find(const fs::path& run) {
    std::error_code unknown;
    const auto found = std::ranges::find(entries, fs::weakly_canonical(run, unknown), &QueueEntry::run);
    return found == entries.end() ? nullptr : &*found;
}

void QueueFile::erase(std::int64_t id) {
    std::erase_if(entries, [&](const QueueEntry& entry) { return entry.id == id; });
    std::error_code ignored;
    fs::remove(queue_lock(id), ignored);
}

void QueueFile::save() const {
    write_private_file(queue_path(), queue_text({entries, next_id}));
}

void forget_entry(std::int64_t id) {
    QueueFile queue;
    queue.erase(id);
    queue.save();
}

fs::path queue_lock(std::int64_t id) {
    return queue_folder() / fmt::format("{:06}.lock", id);
}

std::vector<QueueEntry> queue_entries() {
    return read_queue().entries; // replaced as a whole by every change
}

} // namespace tunedesk::run
