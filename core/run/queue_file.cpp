#include "run/queue_file.h"

#include "base/error.h"
#include "base/json.h"

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

Json to_json(const QueueEntry& entry) {
    return Json{{"id", entry.id},
                {"run", entry.run.string()},
                {"name", entry.name},
                {"added", entry.added},
                {"group", entry.group},
                {"setting", entry.setting},
                {"gpu", entry.gpu},
                {"devices", entry.devices},
                {"pinned", entry.pinned},
                {"held", entry.held},
                {"starting", entry.starting},
                {"visible", entry.visible ? Json(*entry.visible) : Json()}};
}

QueueEntry entry_from(const Json& json) {
    QueueEntry entry;
    entry.id = json.at("id").get<std::int64_t>();
    entry.run = json.at("run").get<std::string>();
    entry.name = json.at("name").get<std::string>();
    entry.added = json.at("added").get<std::string>();
    entry.group = json.at("group").get<std::string>();
    entry.setting = json.value("setting", std::string()); // entries of before have none
    entry.gpu = json.at("gpu").get<bool>();
    entry.devices = json.at("devices").get<int>();
    entry.pinned = json.at("pinned").get<std::vector<std::string>>();
    entry.held = json.at("held").get<bool>();
    entry.starting = json.at("starting").get<bool>();
    if (const auto visible = json.find("visible"); visible != json.end() && !visible->is_null())
        entry.visible = visible->get<std::string>();
    return entry;
}

/// The entries and the next number.
std::pair<std::vector<QueueEntry>, std::int64_t> read_queue() {
    std::vector<QueueEntry> entries;
    const fs::path path = queue_path();
    // A file that is there and cannot be read is no empty queue: the next change would replace it.
    if (::access(path.c_str(), F_OK) != 0) {
        if (errno == ENOENT) return {entries, 1};
        throw Error(6060, "cannot read the queue: " + errno_text(errno), path.string(),
                    "make the file readable, or move it away to begin an empty queue");
    }
    const std::string remedy = "move the file away to begin an empty queue";
    try {
        const Json json = parse_json(read_file(path, 6031), path.string(), 6031);
        for (const Json& entry : json.at("entries"))
            entries.push_back(entry_from(entry));
        return {entries, json.at("next").get<std::int64_t>()};
    } catch (Error& error) {
        throw error.with_next(remedy);
    } catch (const Json::exception&) {
        throw Error(6031, "the queue's file is damaged", path.string(), remedy);
    }
}

} // namespace

QueueFile::QueueFile() : lock_(FileLock::take(queue_folder() / "queue.lock")) {
    std::tie(entries, next_id) = read_queue();
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
    Json list = Json::array();
    for (const QueueEntry& entry : entries)
        list.push_back(to_json(entry));
    const Json json = {{"next", next_id}, {"entries", list}};
    write_private_file(queue_path(), json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
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
    return read_queue().first; // replaced as a whole by every change
}

} // namespace tunedesk::run
