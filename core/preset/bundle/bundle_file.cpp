// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/bundle/bundle.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"
#include "preset/yaml/document.h"
#include "preset/yaml/paths.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <memory>

namespace tunedesk::preset {

namespace {

constexpr std::size_t max_packed = 4u << 20, max_unpacked = 4u << 20, max_entry = 1u << 20;
constexpr std::size_t max_entries = 24;               // a chain of presets has 16 files at most
constexpr std::string_view parent_prefix = "parent-"; // beside preset.yaml, so that relative paths agree

[[noreturn]] void refuse(const std::string& what, const std::string& where) {
    throw Error(ErrorId::bundle_refused, {what}, where);
}

struct FreeReader {
    void operator()(archive* reader) const { archive_read_free(reader); }
};
struct FreeWriter {
    void operator()(archive* writer) const { archive_write_free(writer); }
};
struct FreeEntry {
    void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

bool is_plain_name(std::string_view name) {
    if (name.empty() || name.size() > 80 || name.front() == '.' || !name.ends_with(".yaml")) return false;
    return std::all_of(name.begin(), name.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
    });
}

bool is_known(std::string_view name) {
    if (name == "bundle.json" || name == "preset.yaml") return true;
    return name.starts_with(parent_prefix) && is_plain_name(name);
}

std::string read_entry(archive* reader, const std::string& where) {
    std::string text;
    char buffer[1 << 14];
    for (;;) {
        const la_ssize_t n = archive_read_data(reader, buffer, sizeof buffer);
        if (n < 0) refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "its data is damaged"), where);
        if (n == 0) return text;
        text.append(buffer, static_cast<std::size_t>(n));
        if (text.size() > max_entry)
            refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "an entry is larger than 1 MiB"), where);
    }
}

using Entries = std::map<std::string, std::string>;

Entries read_entries(std::string_view bytes, const std::string& where) {
    const std::unique_ptr<archive, FreeReader> reader(archive_read_new());
    archive_read_support_format_zip_seekable(reader.get());
    if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
        refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "it is not a zip file"), where);
    Entries entries;
    std::size_t total = 0;
    for (archive_entry* entry = nullptr;;) {
        const int status = archive_read_next_header(reader.get(), &entry);
        if (status == ARCHIVE_EOF) return entries;
        if (status != ARCHIVE_OK) refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "it is damaged"), where);
        if (entries.size() >= max_entries)
            refuse(fmt::format("it has more than {} entries", max_entries), where);
        const char* path = archive_entry_pathname(entry);
        const std::string name = path ? path : "";
        if (!is_known(name))
            refuse(fmt::format("it holds {}", shortened(name.empty() ? "an entry without a name" : name)),
                   where);
        if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_symlink(entry) ||
            archive_entry_hardlink(entry))
            refuse(fmt::format("{} is a link or no plain file", name), where);
        if (archive_entry_is_encrypted(entry))
            refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "it is encrypted"), where);
        if (archive_entry_size_is_set(entry) &&
            archive_entry_size(entry) > static_cast<la_int64_t>(max_entry))
            refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "an entry is larger than 1 MiB"), where);
        if (entries.contains(name)) refuse(fmt::format("{} is there twice", name), where);
        std::string text = read_entry(reader.get(), where);
        total += text.size();
        if (total > max_unpacked)
            refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "it holds more than 4 MiB"), where);
        entries.emplace(name, std::move(text));
    }
}

/// A path value as Places makes it.
bool is_place(std::string text) {
    for (const std::string_view variable : {"$TUNEDESK_DATA/", "$TUNEDESK_MODELS/"})
        if (text.starts_with(variable)) text.erase(0, variable.size());
    if (text.empty() || text.front() == '/' || text.front() == '~' || text.find('\0') != std::string::npos)
        return text.empty();
    for (const std::string_view part : split(text, '/'))
        if (part == "..") return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '$' && (i + 1 == text.size() || text[++i] != '$')) return false;
    return true;
}

/// Refuses a preset that reaches out of its own folder.
void check_preset(const std::string& name, const std::string& text, const Entries& entries,
                  const std::string& where) {
    std::vector<Problem> problems;
    const auto root = read_yaml(text, name, problems);
    if (!root)
        refuse(fmt::format("{} is no preset: {}", name, problems.empty() ? "" : sentence(problems[0].what)),
               where);
    const Document document = read_document(*root, name, problems);
    if (!problems.empty())
        refuse(fmt::format("{}: {}: {}", problems[0].place, problems[0].key, sentence(problems[0].what)),
               where);
    const bool resolved = name == "preset.yaml";
    if (!document.extends.empty() &&
        (resolved || !document.extends.starts_with(parent_prefix) || !entries.contains(document.extends)))
        refuse(fmt::format("{} extends {}, which it does not hold", name, shortened(document.extends)),
               where);
    for (const Assignment& given : document.assignments)
        for (const std::string& path : paths_of(*given.key, given.text))
            if (!is_place(path))
                refuse(fmt::format("{} leads out of it: {}", given.place, shortened(path)), where);
}

void read_index(const Json& json, Bundle& bundle, const std::string& where) {
    if (!json.is_object())
        refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "bundle.json is not an object"), where);
    const auto version = json.find("tunedesk_bundle");
    if (version == json.end() || *version != 1)
        refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "it is of another version"), where);
    bundle.name = text_field(json, "name");
    bundle.note = text_field(json, "note");
    bundle.created = text_field(json, "created");
    if (const auto versions = json.find("versions"); versions != json.end() && versions->is_object())
        bundle.versions = *versions;
    const auto needs = json.find("needs");
    if (needs == json.end() || !needs->is_array()) return;
    for (const Json& need : *needs) {
        if (!need.is_object())
            refuse(TUNEDESK_TRANSLATABLE("ErrorDetail",
                                         "bundle.json has an entry in needs that is not an object"),
                   where);
        const auto bytes = need.find("bytes");
        bundle.needs.push_back(
            {text_field(need, "key"), text_field(need, "place"), text_field(need, "hash"),
             bytes != need.end() && bytes->is_number_unsigned() ? bytes->get<std::uint64_t>() : 0,
             text_field(need, "source")});
    }
}

std::string index_text(const Bundle& bundle) {
    Json json = {{"tunedesk_bundle", 1},      {"name", bundle.name},         {"note", bundle.note},
                 {"created", bundle.created}, {"versions", bundle.versions}, {"needs", Json::array()}};
    for (const BundleNeed& need : bundle.needs)
        json["needs"].push_back({{"key", need.key},
                                 {"place", need.place},
                                 {"hash", need.hash},
                                 {"bytes", need.bytes},
                                 {"source", need.source}});
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void add_entry(archive* writer, const std::string& name, const std::string& text) {
    const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
    archive_entry_set_mtime(entry.get(), 946684800, 0); // one date for all: equal bundles, equal bytes
    if (archive_write_header(writer, entry.get()) != ARCHIVE_OK ||
        archive_write_data(writer, text.data(), text.size()) != static_cast<la_ssize_t>(text.size()))
        throw Error(ErrorId::bundle_pack_failed, {name, archive_error_string(writer)});
}

} // namespace

std::string bundle_bytes(const Bundle& bundle) {
    const std::unique_ptr<archive, FreeWriter> writer(archive_write_new());
    archive_write_set_format_zip(writer.get());
    archive_write_set_bytes_in_last_block(writer.get(), 1);
    std::string bytes;
    const auto take = [](archive*, void* into, const void* data, std::size_t size) -> la_ssize_t {
        static_cast<std::string*>(into)->append(static_cast<const char*>(data), size);
        return static_cast<la_ssize_t>(size);
    };
    archive_write_open2(writer.get(), &bytes, nullptr, take, nullptr, nullptr);
    add_entry(writer.get(), "bundle.json", index_text(bundle));
    add_entry(writer.get(), "preset.yaml", bundle.preset_yaml);
    for (const auto& [name, text] : bundle.parents)
        add_entry(writer.get(), name, text);
    archive_write_close(writer.get());
    return bytes;
}

Bundle parse_bundle(std::string_view bytes, const std::string& where) {
    if (bytes.size() > max_packed)
        refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "it is larger than 4 MiB"), where);
    Entries entries = read_entries(bytes, where);
    for (const char* name : {"bundle.json", "preset.yaml"})
        if (!entries.contains(name)) refuse(fmt::format("it has no {}", name), where);
    Bundle bundle;
    read_index(parse_json(entries.at("bundle.json"), where + ": bundle.json", ErrorId::bundle_refused,
                          {max_entry, 8}),
               bundle, where);
    for (const auto& [name, text] : entries)
        if (name != "bundle.json") check_preset(name, text, entries, where);
    bundle.preset_yaml = entries.at("preset.yaml");
    for (auto& [name, text] : entries)
        if (name.starts_with(parent_prefix)) bundle.parents.emplace_back(name, std::move(text));
    return bundle;
}

Bundle read_bundle(const fs::path& file) {
    return parse_bundle(read_file(file, ErrorId::bundle_refused, max_packed), file.string());
}

void unpack_bundle(const Bundle& bundle, const fs::path& folder) {
    std::error_code failed;
    if (fs::exists(folder, failed) && !fs::is_empty(folder, failed))
        throw Error(ErrorId::bundle_folder_not_empty, {}, folder.string());
    make_folders(folder, ErrorId::folder_not_created);
    for (const auto& [name, text] : bundle.parents)
        write_file_atomically(folder / name, text);
    write_file_atomically(folder / "bundle.json", index_text(bundle));
    write_file_atomically(folder / "preset.yaml", bundle.preset_yaml);
}

} // namespace tunedesk::preset
