// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/hub/hub_data.h"

#include "base/error.h"
#include "base/files/contained_file.h"
#include "base/json.h"
#include "base/phrase.h"
#include "base/text.h"
#include "format/hub/hub_cache.h"
#include "format/hub/hub_settings.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tunedesk::format {

namespace {

constexpr const char* notes_name = "splits.json";
constexpr std::uint64_t most_notes_bytes = 4u << 20;
constexpr std::size_t most_part_bytes = 1024;
constexpr std::array packings{".gz", ".zst"};
constexpr std::array row_extensions{".csv", ".tsv", ".jsonl", ".ndjson", ".json"};
/// Extensions of files that are not taken for a data set's name.
constexpr std::array other_extensions{".parquet", ".txt", ".tokens", ".conll", ".conllu", ".zip",
                                      ".gz",      ".zst", ".tar",    ".xlsx",  ".bin",    ".npz"};

bool ends_as(std::string_view text, const auto& extensions) {
    return std::ranges::any_of(extensions, [&](const char* end) { return text.ends_with(end); });
}

/// Whether the path stays in its folder and is not a hidden file.
bool is_inner_file(std::string_view path) {
    return path.size() <= most_part_bytes && std::ranges::all_of(split(path, '/'), [](std::string_view name) {
               return is_plain_file_name(name) && name.front() != '.';
           });
}

bool is_part(std::string_view text) {
    const std::vector<std::string_view> words = split(text, '/');
    return (words.size() <= 2 && std::ranges::all_of(words, is_part_name)) ||
           (is_rows_file(text) && is_inner_file(text));
}

/// The names that data sets use for a role's split, the role's own name first.
std::vector<std::string_view> splits_of_role(std::string_view role) {
    if (role == "train") return {"train", "training"};
    if (role == "validation" || role == "extra_validation") return {"validation", "valid", "val", "dev"};
    return {"test", "testing", "eval", "evaluation"};
}

HubModel at_commit_of(const HubModel& data_set, const std::string& commit) {
    return {data_set.name, commit, HubKind::data_set};
}

fs::path snapshot_folder(const HubModel& at_commit) {
    return HubCache(HubKind::data_set).repository(at_commit.name) / "snapshots" / at_commit.revision;
}

std::optional<DownloadedSplit> read_split(const Json& json, const HubModel& at_commit) {
    DownloadedSplit found{{text_field(json, "config"), text_field(json, "split")}, {}};
    const std::string file = text_field(json, "file");
    if (found.part.split.empty() || !is_inner_file(file)) return std::nullopt;
    const auto made = json.find("made");
    const bool is_made = made != json.end() && made->is_boolean() && made->get<bool>();
    found.file = (is_made ? data_set_folder(at_commit) : snapshot_folder(at_commit)) / file;
    std::error_code unknown;
    return fs::is_regular_file(found.file, unknown) ? std::optional(std::move(found)) : std::nullopt;
}

/// The objects of a list in a commit's notes; empty if the notes are damaged: `tunedesk data get` writes them
/// again.
std::vector<Json> noted(const HubModel& at_commit, const char* list_name) {
    const fs::path notes = data_set_folder(at_commit) / notes_name;
    std::vector<Json> all;
    std::error_code unknown;
    if (!fs::is_regular_file(notes, unknown)) return all;
    try {
        const Json json =
            parse_json(read_file(notes, ErrorId::file_unreadable, most_notes_bytes), notes.string(),
                       ErrorId::file_unreadable, {.max_bytes = most_notes_bytes, .max_depth = 8});
        const auto list = json.is_object() ? json.find(list_name) : json.end();
        if (!json.is_object() || list == json.end() || !list->is_array()) return all;
        for (const Json& each : *list)
            if (each.is_object()) all.push_back(each);
    } catch (const Error&) {
        all.clear();
    }
    return all;
}

std::vector<DownloadedSplit> noted_splits(const HubModel& at_commit) {
    std::vector<DownloadedSplit> splits;
    for (const Json& each : noted(at_commit, "splits"))
        if (auto found = read_split(each, at_commit)) splits.push_back(std::move(*found));
    return splits;
}

std::vector<DataPart> noted_parts(const HubModel& at_commit) {
    std::vector<DataPart> parts;
    for (const Json& each : noted(at_commit, "parts")) {
        DataPart part{text_field(each, "config"), text_field(each, "split")};
        if (is_part(part_name(part))) parts.push_back(std::move(part));
    }
    return parts;
}

/// The part's name, or the split for a role if no part is named: "german/validation".
std::string wanted_part(const HubRows& rows, const std::vector<DataPart>& parts, std::string_view role) {
    if (role.empty()) return rows.part;
    const std::string split(splits_of_role(role).front());
    if (rows.part.empty()) return split;
    const bool is_config = std::ranges::find(parts, rows.part, &DataPart::config) != parts.end();
    return is_config ? rows.part + '/' + split : rows.part;
}

} // namespace

std::optional<HubRows> find_hub_rows(std::string_view text) {
    const std::string_view name = text.substr(0, text.find_first_of("@:"));
    const std::string lower = ascii_lower(std::string(name));
    if (!is_hub_name(name) || ends_as(lower, row_extensions) || ends_as(lower, other_extensions))
        return std::nullopt;
    HubRows rows{{std::string(name), "main", HubKind::data_set}, {}};
    text.remove_prefix(name.size());
    if (text.starts_with('@')) {
        rows.data_set.revision = text.substr(1, text.find(':') - 1);
        text.remove_prefix(1 + rows.data_set.revision.size());
    }
    if (text.starts_with(':')) {
        rows.part = text.substr(1);
        if (!is_part(rows.part)) return std::nullopt;
    }
    return is_hub_revision(rows.data_set.revision) ? std::optional(std::move(rows)) : std::nullopt;
}

HubRows parse_hub_rows(std::string_view text) {
    auto rows = find_hub_rows(text);
    if (!rows) throw Error(ErrorId::hub_name_invalid, {shortened(text)});
    return std::move(*rows);
}

std::string text_of(const HubRows& rows) {
    std::string text = rows.data_set.name;
    if (rows.data_set.revision != "main") text += '@' + rows.data_set.revision;
    return rows.part.empty() ? text : text + ':' + rows.part;
}

bool is_rows_file(std::string_view path) {
    std::string lower = ascii_lower(std::string(path));
    if (lower.ends_with(".parquet")) return true;
    if (ends_as(lower, packings)) lower.erase(lower.rfind('.'));
    return ends_as(lower, row_extensions);
}

bool is_part_name(std::string_view text) {
    return !text.empty() && text.size() <= 200 && text.front() != '.' &&
           std::ranges::all_of(text, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                      std::string_view("_-+.").find(c) != std::string_view::npos;
           });
}

std::string part_name(const DataPart& part) {
    return part.config.empty() ? part.split : part.config + '/' + part.split;
}

std::vector<std::size_t> chosen_parts(std::span<const DataPart> parts, std::string_view part,
                                      std::string_view role) {
    std::vector<std::size_t> chosen;
    const auto choose = [&](const auto& is_meant) {
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (is_meant(parts[i])) chosen.push_back(i);
    };
    if (parts.empty()) return chosen;
    const bool is_file = is_rows_file(part);
    const std::size_t slash = is_file ? part.npos : part.find('/');
    std::string config = parts.front().config;
    if (is_file || slash != part.npos) {
        const DataPart meant{std::string(is_file ? "" : part.substr(0, slash)),
                             std::string(is_file ? part : part.substr(slash + 1))};
        choose([&](const DataPart& each) { return each == meant; });
        return chosen;
    }
    if (!part.empty()) {
        choose([&](const DataPart& each) { return each.config == config && each.split == part; });
        if (!chosen.empty()) return chosen;
        config = part;
    }
    const auto is_of_config = [&](const DataPart& each) { return each.config == config; };
    if (role.empty()) {
        choose(is_of_config);
        return chosen;
    }
    for (const std::string_view split : splits_of_role(role)) {
        choose([&](const DataPart& each) { return is_of_config(each) && each.split == split; });
        if (!chosen.empty()) break;
    }
    return chosen;
}

fs::path data_set_folder(const HubModel& at_commit) {
    std::string folder = at_commit.name;
    if (const std::size_t slash = folder.find('/'); slash != folder.npos) folder.replace(slash, 1, "--");
    return cache_home() / "datasets" / folder / at_commit.revision;
}

std::vector<DownloadedSplit> downloaded_splits(const HubModel& data_set) {
    const auto commit = HubCache(HubKind::data_set).commit_of(data_set);
    return commit ? noted_splits(at_commit_of(data_set, *commit)) : std::vector<DownloadedSplit>();
}

void note_splits(const HubModel& at_commit, const std::vector<DownloadedSplit>& splits,
                 const std::vector<DataPart>& all_parts) {
    std::vector<DownloadedSplit> all = noted_splits(at_commit);
    for (const DownloadedSplit& split : splits) {
        const auto known = std::ranges::find(all, split.part, &DownloadedSplit::part);
        known == all.end() ? all.push_back(split) : void(*known = split);
    }
    const fs::path folder = data_set_folder(at_commit), snapshot = snapshot_folder(at_commit);
    Json list = Json::array(), parts = Json::array();
    for (const DownloadedSplit& split : all) {
        const bool is_made = split.file.parent_path() == folder;
        list.push_back({{"config", split.part.config},
                        {"split", split.part.split},
                        {"file", split.file.lexically_relative(is_made ? folder : snapshot).string()},
                        {"made", is_made}});
    }
    for (const DataPart& part : all_parts)
        parts.push_back({{"config", part.config}, {"split", part.split}});
    make_folders(folder, ErrorId::folder_not_created, 0700);
    write_private_file(folder / notes_name, Json{{"splits", list}, {"parts", parts}}.dump(2) + '\n');
}

std::vector<DataPart> known_parts(const HubModel& data_set) {
    const auto commit = HubCache(HubKind::data_set).commit_of(data_set);
    return commit ? noted_parts(at_commit_of(data_set, *commit)) : std::vector<DataPart>();
}

std::vector<DataPart> parts_instead(const HubRows& rows, std::string_view role) {
    if (is_rows_file(rows.part)) return {}; // any file of the data set is a valid part
    std::vector<DataPart> parts = known_parts(rows.data_set);
    return chosen_parts(parts, rows.part, role).empty() ? parts : std::vector<DataPart>();
}

std::string part_names(const std::vector<DataPart>& parts) {
    constexpr std::size_t most_names_bytes = 300;
    std::string names;
    for (const DataPart& part : parts)
        names += (names.empty() ? "" : ", ") + part_name(part);
    return shortened(names, most_names_bytes);
}

Error missing_part(const HubRows& rows, const std::vector<DataPart>& parts, std::string_view role) {
    Error error(
        ErrorId::data_unreadable,
        {fmt::format(fmt::runtime(TUNEDESK_TRANSLATABLE("ErrorDetail", "the data set has no {}; it has {}")),
                     shortened(wanted_part(rows, parts, role)), part_names(parts))},
        rows.data_set.name);
    const std::string first = text_of(HubRows{rows.data_set, part_name(parts.front())});
    error.with_next(role.empty() ? "tunedesk data get " + first
                                 : fmt::format("name a part: data.{}: {}", role, first));
    return error;
}

std::optional<fs::path> file_of_rows(const HubRows& rows, std::string_view role) {
    const std::vector<DownloadedSplit> splits = downloaded_splits(rows.data_set);
    std::vector<DataPart> parts;
    for (const DownloadedSplit& split : splits)
        parts.push_back(split.part);
    const std::vector<std::size_t> chosen = chosen_parts(parts, rows.part, role);
    return chosen.size() == 1 ? std::optional(splits[chosen.front()].file) : std::nullopt;
}

std::optional<HubRows> rows_of_file(const fs::path& file) {
    const fs::path folders[] = {hub_cache_folder(), cache_home() / "datasets"};
    for (const fs::path& root : folders) {
        const fs::path below = file.lexically_relative(root);
        std::vector<std::string> names;
        for (const fs::path& name : below)
            names.push_back(name.string());
        const bool is_snapshot = names.size() >= 4 && names[1] == "snapshots";
        if (names.size() < 3 || names[0] == "..") continue;
        std::string name = names[0];
        if (name.starts_with("datasets--")) name.erase(0, std::string_view("datasets--").size());
        if (const std::size_t middle = name.find("--"); middle != name.npos) name.replace(middle, 2, "/");
        const HubModel at_commit{name, names[is_snapshot ? 2 : 1], HubKind::data_set};
        if (!is_hub_name(name) || !is_commit(at_commit.revision)) continue;
        for (const DownloadedSplit& split : noted_splits(at_commit))
            if (split.file == file) return HubRows{at_commit, part_name(split.part)};
    }
    return std::nullopt;
}

void require_rows_downloaded(const std::string& value, const std::string& where) {
    std::error_code unknown;
    const auto rows = find_hub_rows(value);
    if (!rows || fs::exists(value, unknown)) return;
    constexpr std::string_view section = "data.";
    const std::string role = where.starts_with(section) ? where.substr(section.size()) : "";
    if (const auto parts = parts_instead(*rows, role); !parts.empty())
        throw missing_part(*rows, parts, role).with_where(where);
    throw Error(ErrorId::data_unreadable,
                {TUNEDESK_TRANSLATABLE("ErrorDetail",
                                       "there is no such file, and no such data set has been downloaded")},
                where)
        .with_next("tunedesk data get " + value);
}

} // namespace tunedesk::format
