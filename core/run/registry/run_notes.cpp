// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/registry/run_notes.h"

namespace tunedesk::run {

namespace {

constexpr std::uint64_t largest_notes = 1u << 20;

fs::path note_path(const event::RunFolder& folder) {
    return state_home() / "notes" / (folder.identity() + ".json");
}

fs::path baseline_path() {
    return state_home() / "baseline.json";
}

/// An empty object if the file is missing or damaged: a note never causes an error.
Json read_object(const fs::path& path) {
    std::error_code failed;
    if (!fs::exists(path, failed)) return Json::object();
    try {
        Json json = parse_json(read_file(path, ErrorId::run_notes_unreadable, largest_notes), path.string(),
                               ErrorId::run_notes_unreadable);
        if (json.is_object()) return json;
    } catch (const Error&) {
    }
    return Json::object();
}

bool flag_of(const Json& json, const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

void write_object(const fs::path& path, const Json& json) {
    make_private_folder(state_home());
    if (path.parent_path() != state_home()) make_private_folder(path.parent_path());
    write_private_file(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

/// Durable: the removed file must not reappear after a power loss.
void remove_object(const fs::path& path) {
    std::error_code failed;
    const bool was_there = fs::remove(path, failed);
    if (failed) throw Error(ErrorId::file_not_removed, {failed.message()}, path.string());
    if (was_there) sync_folder(path.parent_path());
}

} // namespace

RunNote read_note(const event::RunFolder& folder) {
    const Json json = read_object(note_path(folder));
    RunNote note{text_field(json, "title"),
                 text_field(json, "text"),
                 {},
                 flag_of(json, "pinned"),
                 flag_of(json, "archived")};
    if (const auto tags = json.find("tags"); tags != json.end() && tags->is_array())
        for (const Json& tag : *tags)
            if (tag.is_string()) note.tags.push_back(tag.get<std::string>());
    return note;
}

void write_note(const event::RunFolder& folder, const RunNote& note) {
    const fs::path path = note_path(folder);
    if (note == RunNote{}) return remove_object(path);
    write_object(path, Json{{"run", folder.root.string()},
                            {"title", note.title},
                            {"text", note.text},
                            {"tags", note.tags},
                            {"pinned", note.pinned},
                            {"archived", note.archived}});
}

std::optional<fs::path> baseline() {
    const std::string run = text_field(read_object(baseline_path()), "run");
    return run.empty() ? std::nullopt : std::optional<fs::path>(run);
}

void set_baseline(const std::optional<fs::path>& run) {
    if (run) return write_object(baseline_path(), Json{{"run", run->string()}});
    remove_object(baseline_path());
}

} // namespace tunedesk::run
