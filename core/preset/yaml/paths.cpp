// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/yaml/paths.h"

#include "base/files/unreadable.h"
#include "base/text.h"
#include "format/hub/hub_data.h"
#include "format/hub/hub_name.h"
#include "preset/schema/named_rows.h"

#include <cctype>
#include <cstdlib>

namespace tunedesk::preset {

namespace {

constexpr std::size_t most_path_bytes = 4096;

bool is_name_byte(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

} // namespace

ExpandedPath expand_path(const std::string& text, const fs::path& folder) {
    if (text.empty() || (text.find("://") != std::string::npos && is_address(text))) return {text, {}};
    std::string result;
    std::size_t i = 0;
    if (text == "~" || text.starts_with("~/")) {
        const char* home = std::getenv("HOME");
        if (!home || !*home) return {{}, Phrase(PhraseId::variable_unset, {"HOME", "HOME"})};
        result = home;
        i = 1;
    }
    while (i < text.size()) {
        if (text[i] != '$') {
            result += text[i++];
            continue;
        }
        if (text.compare(i, 2, "$$") == 0) {
            result += '$';
            i += 2;
            continue;
        }
        const bool braced = i + 1 < text.size() && text[i + 1] == '{';
        const std::size_t begin = i + (braced ? 2 : 1);
        std::size_t end = begin;
        while (end < text.size() && is_name_byte(text[end]))
            ++end;
        if (end == begin || (braced && (end == text.size() || text[end] != '}')))
            return {{}, Phrase(PhraseId::variable_form)};
        const std::string name = text.substr(begin, end - begin);
        const char* value = std::getenv(name.c_str());
        if (!value || !*value) return {{}, Phrase(PhraseId::variable_unset, {name, name})};
        result += value;
        i = end + (braced ? 1 : 0);
    }
    if (result.size() > most_path_bytes)
        return {{}, Phrase(PhraseId::path_long, {std::to_string(most_path_bytes)})};
    const fs::path path(result);
    return {(path.is_absolute() ? path : folder / path).lexically_normal().string(), {}};
}

namespace {

/// A path, or the name of rows on the hub, which becomes the file of theirs that is downloaded.
ExpandedPath expand_rows(const Key& key, const std::string& text, const fs::path& folder) {
    std::error_code unknown;
    const auto named = is_of_rows(key) ? format::find_hub_rows(text) : std::nullopt;
    if (!named || fs::exists(folder / text, unknown)) return expand_path(text, folder);
    const auto file = format::file_of_rows(*named, key.name);
    return {file ? file->string() : text, {}};
}

/// A comma in a folder's name would divide the list elsewhere.
ExpandedPath expand_list(const Key& key, const std::string& text, const fs::path& folder) {
    ExpandedPath all;
    if (trimmed(text).empty()) return all;
    for (const std::string_view part : split(text, ',')) {
        ExpandedPath one = expand_rows(key, std::string(trimmed(part)), folder);
        if (!one.problem.is_empty()) return one;
        if (one.path.find(',') != std::string::npos)
            return {{}, Phrase(PhraseId::value_wrong, {shortened(one.path)}, {allowed(key)})};
        all.path.append(all.path.empty() ? "" : ",").append(one.path);
    }
    return all;
}

} // namespace

ExpandedPath expand_path(const Key& key, const std::string& text, const fs::path& folder) {
    if (key.type == Type::path_list) return expand_list(key, text, folder);
    std::error_code unknown;
    if (key.dotted() == "model.path" && format::is_hub_name(text) && !fs::exists(folder / text, unknown))
        return {text, {}};
    return expand_rows(key, text, folder);
}

std::vector<std::string> paths_of(const Key& key, const std::string& value) {
    if (!key.holds_paths()) return {};
    if (key.type == Type::path) return {value};
    std::vector<std::string> paths;
    for (const std::string_view part : split(value, ','))
        if (!trimmed(part).empty()) paths.emplace_back(trimmed(part));
    return paths;
}

std::string escape_path(const std::string& path) {
    if (const auto named = format::rows_of_file(path)) return text_of(*named);
    std::string result;
    for (const char c : path)
        result += c == '$' ? std::string("$$") : std::string(1, c);
    return result;
}

std::string escape_path(const Key& key, const std::string& value) {
    if (key.type != Type::path_list) return escape_path(value);
    std::string list;
    for (const std::string& path : paths_of(key, value))
        list.append(list.empty() ? "" : ",").append(escape_path(path));
    return list;
}

} // namespace tunedesk::preset
