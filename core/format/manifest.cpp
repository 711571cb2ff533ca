// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/checkpoint.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "format/manifest.h"
#include "format/manifest_pieces.h"

#include <fmt/format.h>
#include <set>

namespace tunedesk::format {

namespace {

constexpr std::size_t max_files = 65536;
constexpr int newest_version = 2;

[[noreturn]] void fail(const std::string& what, const std::string& where) {
    throw Error(ErrorId::manifest_damaged, {what}, where);
}

/// A hash over all entries, which detects missing or changed ones.
std::string digest(const std::vector<Manifest::Entry>& files) {
    ContentHash hash;
    for (const Manifest::Entry& entry : files)
        hash.update(fmt::format("{}/{}/{}\n", entry.name, entry.bytes, entry.hash) +
                    digest_text(entry.pieces));
    return hash.hex();
}

bool is_hash(const std::string& text) {
    return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool is_file_name(const std::string& name) {
    return !name.empty() && name.size() <= 255 && name != "." && name != ".." && name != manifest_name &&
           name.find_first_of(std::string_view("/\\\0\n", 4)) == std::string::npos;
}

std::string string_at(const Json& object, const char* key, const std::string& where) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string()) fail(fmt::format("no text \"{}\"", key), where);
    return found->get<std::string>();
}

Manifest::Entry read_entry(const Json& object, std::int64_t version, const std::string& where) {
    if (!object.is_object()) fail("an entry is not an object", where);
    Manifest::Entry entry;
    entry.name = string_at(object, "name", where);
    if (!is_file_name(entry.name))
        fail(fmt::format("\"{}\" is not a plain file name", shortened(entry.name)), where);
    const auto bytes = object.find("bytes");
    if (bytes == object.end() || !bytes->is_number_unsigned())
        fail(fmt::format("\"{}\" has no size", shortened(entry.name)), where);
    entry.bytes = bytes->get<std::uint64_t>();
    entry.hash = string_at(object, "hash", where);
    if (!is_hash(entry.hash)) fail(fmt::format("\"{}\" has no hash", shortened(entry.name)), where);
    if (const auto pieces = object.find("pieces"); version > 1 && pieces != object.end())
        entry.pieces = read_pieces(*pieces, where);
    return entry;
}

Json entries_json(const std::vector<Manifest::Entry>& entries) {
    Json files = Json::array();
    for (const Manifest::Entry& entry : entries) {
        Json file{{"name", entry.name}, {"bytes", entry.bytes}, {"hash", entry.hash}};
        if (!entry.pieces.empty()) file["pieces"] = pieces_json(entry.pieces);
        files.push_back(std::move(file));
    }
    return files;
}

} // namespace

Manifest parse_manifest(std::string_view text, const std::string& where) {
    const Json json =
        parse_json(text, where, ErrorId::manifest_damaged, {.max_bytes = max_manifest_bytes, .max_depth = 6});
    if (!json.is_object()) fail("it is not an object", where);
    const auto version = json.find("version");
    if (version == json.end() || !version->is_number_integer()) fail("it has no version", where);
    if (*version != 1 && *version != newest_version)
        throw Error(ErrorId::manifest_version_unknown, {version->dump(), fmt::to_string(newest_version)},
                    where);
    const auto list = json.find("files");
    if (list == json.end() || !list->is_array()) fail("it lists no files", where);
    if (list->size() > max_files) fail("it lists too many files", where);
    Manifest manifest{.version = version->get<int>()};
    std::set<std::string> names;
    for (const Json& object : *list) {
        manifest.files.push_back(read_entry(object, manifest.version, where));
        const std::string& name = manifest.files.back().name;
        if (!names.insert(name).second) fail(fmt::format("\"{}\" is listed twice", shortened(name)), where);
    }
    require_partition(manifest, where);
    const std::string expected = string_at(json, "digest", where), found = digest(manifest.files);
    if (expected != found)
        fail(fmt::format("its digest is {} instead of {}", found, shortened(expected)), where);
    return manifest;
}

std::string entries_text(const std::vector<Manifest::Entry>& entries) {
    return entries_json(entries).dump();
}

std::vector<Manifest::Entry> parse_entries(std::string_view text, const std::string& where) {
    const Json json =
        parse_json(text, where, ErrorId::manifest_damaged, {.max_bytes = max_manifest_bytes, .max_depth = 6});
    if (!json.is_array()) fail("it lists no files", where);
    std::vector<Manifest::Entry> entries;
    for (const Json& object : json)
        entries.push_back(read_entry(object, newest_version, where));
    return entries;
}

std::string manifest_text(const Manifest& manifest) {
    const Json json = {{"version", manifest.version},
                       {"files", entries_json(manifest.files)},
                       {"digest", digest(manifest.files)}};
    // No line break at the end, so that a truncated file is never valid.
    return json.dump(1);
}

} // namespace tunedesk::format
