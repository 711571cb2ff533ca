// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/queue/queue_entry.h"

#include "base/error.h"
#include "base/json.h"
#include "base/phrase.h"

#include <set>

namespace tunedesk::run {

namespace {

constexpr std::int64_t most_devices = 4096, most_evaluations = 1'000'000, largest_id = std::int64_t(1) << 53;

[[noreturn]] void damaged(const std::string& where) {
    throw Error(ErrorId::queue_damaged, {TUNEDESK_TRANSLATABLE("ErrorDetail", "an entry is not valid")},
                where);
}

Json stored(const QueueEntry& entry) {
    Json json;
    json["id"] = entry.id;
    json.update(to_json(entry));
    json["notes"] = entry.notes;
    json["visible"] = entry.visible ? Json(*entry.visible) : Json();
    return json;
}

std::int64_t whole_number(const Json& json, std::int64_t most, const std::string& where) {
    if (!json.is_number_integer() || json < 1 || json > most) damaged(where);
    return json.get<std::int64_t>();
}

QueueEntry entry_from(const Json& json, const std::string& where) {
    QueueEntry entry;
    entry.id = whole_number(json.at("id"), largest_id, where);
    entry.run = json.at("run").get<std::string>();
    entry.name = json.at("name").get<std::string>();
    entry.added = json.at("added").get<std::string>();
    entry.group = json.at("group").get<std::string>();
    entry.setting = json.value("setting", std::string());            // entries of before have none
    if (json.contains("prune_after") && json.at("prune_after") != 0) // likewise
        entry.prune_after = static_cast<int>(whole_number(json.at("prune_after"), most_evaluations, where));
    entry.gpu = json.at("gpu").get<bool>();
    entry.devices = static_cast<int>(whole_number(json.at("devices"), most_devices, where));
    entry.pinned = json.at("pinned").get<std::vector<std::string>>();
    entry.allowed = json.value("allowed", std::vector<std::string>()); // likewise
    entry.notes = json.value("notes", std::vector<std::string>());
    entry.held = json.at("held").get<bool>();
    entry.starting = json.at("starting").get<bool>();
    if (const auto visible = json.find("visible"); visible != json.end() && !visible->is_null())
        entry.visible = visible->get<std::string>();
    if (!entry.run.is_absolute()) damaged(where);
    return entry;
}

} // namespace

Json to_json(const QueueEntry& entry) {
    return Json{{"run", entry.run.string()}, {"name", entry.name},       {"added", entry.added},
                {"group", entry.group},      {"setting", entry.setting}, {"prune_after", entry.prune_after},
                {"gpu", entry.gpu},          {"devices", entry.devices}, {"pinned", entry.pinned},
                {"allowed", entry.allowed},  {"held", entry.held},       {"starting", entry.starting}};
}

QueueContents parse_queue(std::string_view text, const std::string& where) try {
    const Json json = parse_json(text, where, ErrorId::queue_damaged);
    QueueContents queue;
    queue.next_id = whole_number(json.at("next"), largest_id, where);
    std::set<std::int64_t> ids;
    std::set<fs::path> runs;
    if (!json.at("entries").is_array()) damaged(where);
    for (const Json& entry : json.at("entries")) {
        queue.entries.push_back(entry_from(entry, where));
        const QueueEntry& read = queue.entries.back();
        if (read.id >= queue.next_id || !ids.insert(read.id).second || !runs.insert(read.run).second)
            damaged(where);
    }
    return queue;
} catch (const Json::exception&) {
    damaged(where);
}

std::string queue_text(const QueueContents& queue) {
    Json list = Json::array();
    for (const QueueEntry& entry : queue.entries)
        list.push_back(stored(entry));
    const Json json = {{"next", queue.next_id}, {"entries", list}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace tunedesk::run
