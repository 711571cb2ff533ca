// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/check_report.h"

#include "base/text.h"
#include "event/environment_file.h"
#include "run/programs.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <pwd.h>
#include <sys/utsname.h>
#include <unistd.h>

// Text of a worker's libraries has no grammar and no greatest length: everything here takes time in
// proportion to it, and removes too much rather than too little.
namespace tunedesk::run {

namespace {

constexpr std::size_t max_reason_bytes = 500;
constexpr std::string_view removed = "…", spaces = " \t\v\f",
                           uuid_form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
constexpr std::pair<std::string_view, std::string_view> quotes[] = {
    {"\"", "\""}, {"'", "'"}, {"`", "`"}, {"`", "'"}, {"‘", "’"}, {"“", "”"}, {"„", "“"}, {"«", "»"}};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_hex_digit(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Letters and digits; of other alphabets every byte.
bool is_word(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool begins_with_word(std::string_view text) {
    return !text.empty() && is_word(text.front());
}

std::size_t end_of_domain(std::string_view text, std::size_t at) {
    while (at + 1 < text.size() && text[at] == '.' && is_word(text[at + 1]))
        for (++at; at < text.size() && (is_word(text[at]) || text[at] == '-');)
            ++at;
    return at;
}

/// `name` as a whole word; with what follows it as a domain, where `with_domain`.
std::string without_word(const std::string& text, const std::string& name, std::string_view by,
                         bool with_domain = false) {
    if (name.empty()) return text;
    const std::string searched = ascii_lower(text), word = ascii_lower(name);
    std::string kept;
    std::size_t from = 0;
    for (std::size_t at = 0; (at = searched.find(word, at)) != std::string::npos;) {
        const std::size_t end = at + word.size();
        if ((at > 0 && is_word(text[at - 1])) || (end < text.size() && is_word(text[end]))) {
            ++at;
            continue;
        }
        kept.append(text, from, at - from).append(by);
        at = from = with_domain ? end_of_domain(text, end) : end;
    }
    return kept.append(text, from);
}

bool is_uuid(std::string_view text) {
    return text.size() >= uuid_form.size() &&
           std::ranges::equal(uuid_form, text.substr(0, uuid_form.size()),
                              [](char a, char b) { return a == '-' ? b == '-' : is_hex_digit(b); });
}

std::string without_uuids(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        const bool found = is_uuid(text);
        kept += found ? std::string_view("UUID") : text.substr(0, 1);
        text.remove_prefix(found ? uuid_form.size() : 1);
    }
    return kept;
}

/// Only where it surely ends: "/home/jane" is no part of "/home/jane doe", which is left to without_paths().
std::string without_folder(std::string_view text, const std::string& folder) {
    std::string kept;
    for (std::size_t at; (at = text.find(folder)) != std::string_view::npos;) {
        const std::string_view behind = text.substr(at + folder.size());
        const bool ends = behind.empty() || behind[0] == '/' || behind[0] == '\n' ||
                          (std::string_view("\"'`").find(behind[0]) != std::string_view::npos &&
                           !begins_with_word(behind.substr(1)));
        kept.append(text.substr(0, at)).append(ends ? removed : folder);
        text = behind;
    }
    return kept.append(text);
}

/// A name that the project or its libraries have given, not the user.
bool is_technical(std::string_view name) {
    if (!std::ranges::all_of(name, [](char c) {
            return (is_word(c) && static_cast<unsigned char>(c) < 0x80) || c == '.' || c == '_' || c == '-' ||
                   c == '+';
        }))
        return false;
    if (name.find(".so.") != std::string_view::npos && is_digit(name.back())) return true;
    constexpr std::string_view endings[] = {".so", ".c",   ".cc", ".cpp",  ".cu",   ".cuh",
                                            ".h",  ".hpp", ".py", ".json", ".yaml", ".safetensors"};
    return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

/// A part of a line to remove, and its replacement.
struct Path {
    std::size_t start = 0, end = 0;
    std::string shown;
};

/// The latest end of a path that begins at `start`: the quote that closes the one before it. A quote before a
/// letter is an apostrophe: /home/O'Brien.
std::size_t limit_of(std::string_view line, std::size_t start) {
    const std::string_view before = line.substr(0, start);
    for (const auto& [open, close] : quotes) {
        if (!before.ends_with(open)) continue;
        for (std::size_t at = start; (at = line.find(close, at)) != std::string_view::npos;
             at += close.size())
            if (!begins_with_word(line.substr(at + close.size()))) {
                line = line.substr(0, at);
                break;
            }
    }
    return line.size();
}

Path path_from(std::string_view line, std::size_t start) {
    const std::size_t limit = limit_of(line, start);
    const std::string_view all = line.substr(0, limit);
    const std::size_t name = all.rfind('/') + 1;
    std::size_t end = name; // a colon before a space, or before a line's number
    while (end < limit &&
           !(all[end] == ':' && end + 1 < limit && (all[end + 1] == ' ' || is_digit(all[end + 1]))))
        ++end;
    const bool has_space = all.substr(start, end - start).find_first_of(spaces) != std::string_view::npos;
    if (has_space || !is_technical(all.substr(name, end - name))) return {start, limit, std::string(removed)};
    return {start, end, std::string(removed) + '/' + std::string(all.substr(name, end - name))};
}

/// "https://…" of one that ends before `slash`; std::nullopt for files.
std::optional<Path> url_at(std::string_view line, std::size_t slash) {
    if (slash == 0 || line[slash - 1] != ':' || !line.substr(slash).starts_with("//")) return std::nullopt;
    std::size_t scheme = slash - 1;
    while (scheme > 0 && is_word(line[scheme - 1]))
        --scheme;
    if (scheme == slash - 1 || ascii_lower(line.substr(scheme, slash - 1 - scheme)) == "file")
        return std::nullopt;
    return Path{slash + 2, std::min(line.size(), line.find_first_of(" \t\v\f\"'`<>", slash + 2)),
                std::string(removed)};
}

std::optional<Path> next_path(std::string_view line) {
    for (std::size_t slash = 0; (slash = line.find('/', slash)) != std::string_view::npos; ++slash) {
        if (auto url = url_at(line, slash)) return url;
        // npos + 1 is 0
        std::size_t start = line.substr(0, slash).find_last_of(" \t\v\f\"'`([{<>=:,;|") + 1;
        for (const auto& [open, close] : quotes)
            for (const std::string_view quote : {open, close})
                if (const std::size_t at = line.substr(start, slash - start).rfind(quote);
                    at != std::string_view::npos)
                    start += at + quote.size();
        const std::string_view before = line.substr(start, slash - start);
        const bool begins = before.ends_with(removed) || std::ranges::none_of(before, is_word);
        const bool is_last =
            slash + 1 == line.size() || spaces.find(line[slash + 1]) != std::string_view::npos;
        const std::size_t next = line.find_first_of(" \t\v\f/", slash + 1);
        const bool is_one_of_two = next != std::string_view::npos && line[next] == '/';
        if (is_one_of_two || (begins && !is_last)) return path_from(line, start);
    }
    return std::nullopt;
}

std::string without_paths(std::string_view line) {
    std::string kept;
    while (const std::optional<Path> path = next_path(line)) {
        kept.append(line.substr(0, path->start)).append(path->shown);
        line.remove_prefix(path->end);
    }
    return kept.append(line);
}

} // namespace

PrivateValues private_values() {
    PrivateValues values;
    utsname system{};
    if (::uname(&system) == 0) values.host = system.nodename;
    std::error_code failed;
    std::vector<fs::path> folders{fs::temp_directory_path(failed), program_folder(), state_home(),
                                  cache_home(), runtime_home()};
    if (const char* home = std::getenv("HOME")) folders.emplace_back(home);
    if (const passwd* entry = ::getpwuid(::getuid())) {
        values.user = entry->pw_name;
        folders.emplace_back(entry->pw_dir);
    }
    for (const fs::path& folder : folders) {
        const fs::path whole = folder.has_filename() ? folder : folder.parent_path();
        if (whole.is_absolute() && whole.has_relative_path()) values.folders.push_back(whole.string());
    }
    std::ranges::sort(values.folders, std::greater(), &std::string::size);
    return values;
}

std::string without_private_data(std::string text, const PrivateValues& values) {
    for (const std::string& uuid : values.uuids)
        text = without_word(text, uuid, "UUID");
    text = without_uuids(text);
    std::ranges::replace(text, '\r', '\n');
    for (const std::string& folder : values.folders)
        text = without_folder(text, folder);
    const std::size_t dot = values.host.find('.');
    const std::string host = values.host.substr(0, dot),
                      domain = dot == std::string::npos ? "" : values.host.substr(dot + 1);
    if (host != "localhost") text = without_word(text, host, "HOST", /*with_domain=*/true);
    if (domain.find('.') != std::string::npos) text = without_word(text, domain, "DOMAIN"); // not "local"
    if (values.user != "root") text = without_word(text, values.user, "USER");
    std::string kept;
    for (const std::string_view line : split(text, '\n')) {
        if (!kept.empty()) kept += '\n';
        kept += without_paths(line);
    }
    return shortened(trimmed(kept), max_reason_bytes);
}

Json check_report(const std::vector<DeviceVerdict>& verdicts) {
    PrivateValues values = private_values();
    for (const DeviceVerdict& verdict : verdicts)
        values.uuids.push_back(verdict.uuid);
    utsname system{};
    ::uname(&system);
    Json report{{"tunedesk_device_report", 1},
                {"tunedesk", event::project_version()},
                {"commit", event::project_commit()},
                {"kernel", system.release},
                {"devices", Json::array()}};
    for (const DeviceVerdict& verdict : verdicts) {
        Json one = to_json(verdict);
        one.erase("uuid");
        one["summary"] = without_private_data(verdict.summary(), values);
        for (Json& row : one["rows"]) {
            row["reason"] = without_private_data(row["reason"].get<std::string>(), values);
            row.erase("why"); // the same with values that may be private
        }
        report["devices"].push_back(std::move(one));
    }
    return report;
}

} // namespace tunedesk::run
