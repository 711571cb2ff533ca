// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/yaml/write.h"

#include "base/terminal_text.h"
#include "base/text.h"
#include "base/utf8.h"
#include "preset/yaml/load.h"
#include "preset/yaml/paths.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::preset {

std::string yaml_quoted(const std::string& text) {
    std::string result = "\"";
    for (std::size_t i = 0; i < text.size();) {
        const UnsafeCharacter unsafe = unsafe_at(text, i);
        const bool is_utf8 = unsafe.point != 0xFFFD; // other bytes stay: a reader refuses them
        if (unsafe.length > 0 && is_utf8) {
            result += fmt::format("\\u{:04x}", unsafe.point);
            i += unsafe.length;
            continue;
        }
        if (text[i] == '"' || text[i] == '\\') result += '\\';
        const std::size_t length = is_utf8 ? utf8_sequence_length(text, i) : 1;
        result.append(text, i, length);
        i += length;
    }
    return result + '"';
}

namespace {

/// Whether YAML reads the bare text as this very text and not as a null, a list, a comment, ...
bool is_plain(const std::string& text) {
    if (text.empty() || trimmed(text) != text || !is_harmless(text)) return false;
    const auto safe = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || byte >= 0x80 ||
               std::string_view("_./+ -").find(c) != std::string_view::npos;
    };
    if (!std::all_of(text.begin(), text.end(), safe)) return false;
    const std::string lower = ascii_lower(text);
    for (const char* word : {"null", "true", "false", "yes", "no", "on", "off", "y", "n", "-", "---", "..."})
        if (lower == word) return false;
    // Dates, hexadecimal numbers and the like begin with one of these.
    return std::string_view("-+.0123456789").find(text.front()) == std::string_view::npos;
}

std::string as_yaml_item(const std::string& value) {
    return is_plain(value) || read_number(value) ? value : yaml_quoted(value);
}

std::string as_yaml_list(const std::string& value) {
    std::string list;
    for (const std::string_view item : split(value, ','))
        list.append(list.empty() ? "[" : ",").append(as_yaml_item(std::string(item)));
    return list + ']';
}

std::string as_yaml_paths(const std::string& value) {
    std::string list;
    for (const std::string_view item : split(value, ','))
        if (!item.empty()) list.append(list.empty() ? "" : ", ").append(yaml_quoted(std::string(item)));
    return '[' + list + ']';
}

std::string as_yaml(const Key& key, const std::string& value, bool paths_as_written) {
    switch (key.type) {
    case Type::boolean:
    case Type::integer:
        return value;
    case Type::number:
        return value.empty() ? "null" : value;
    case Type::choice_list:
        return "[" + value + "]";
    case Type::path:
        return value.empty() ? "\"\"" : yaml_quoted(paths_as_written ? value : escape_path(key, value));
    case Type::path_list:
        return as_yaml_paths(paths_as_written ? value : escape_path(key, value));
    case Type::open_choice:
        if (value.find(',') != std::string::npos) return as_yaml_list(value);
        return as_yaml_item(value);
    case Type::text:
    case Type::choice:
        break;
    }
    return is_plain(value) ? value : yaml_quoted(value);
}

} // namespace

std::string write_yaml(std::vector<Line> lines, bool paths_as_written) {
    std::sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.key < b.key; });
    std::string text, section;
    for (const Line& line : lines) {
        if (line.key->section != section) {
            section = line.key->section;
            text += section + ":\n";
        }
        const std::string written = fmt::format("{}{}: {}", section.empty() ? "" : "  ", line.key->name,
                                                as_yaml(*line.key, line.value, paths_as_written));
        text += line.comment.empty() ? written + "\n" : fmt::format("{:<40} # {}\n", written, line.comment);
    }
    return text;
}

std::string write_preset(const Preset& preset, const std::function<std::string(const Key&)>& comment) {
    std::vector<Line> lines;
    for (const Key& key : keys())
        lines.push_back({&key, get(preset, key), comment(key)});
    return write_yaml(std::move(lines), false);
}

std::string to_yaml(const Preset& preset) {
    return write_preset(preset, [](const Key&) { return std::string(); });
}

namespace {

/// What a written key is for: the first sentence of its help.
std::string key_comment(const Key& key) {
    constexpr std::size_t longest = 110;
    const std::string sentence = key.help.substr(0, key.help.find(". "));
    return shortened(sentence.ends_with('.') ? sentence.substr(0, sentence.size() - 1) : sentence, longest);
}

} // namespace

std::string to_short_yaml(const Preset& preset) {
    const Preset defaults;
    std::vector<const Key*> written;
    for (const Key& key : keys())
        if (key.name == "tunedesk" || key.name == "name" || get(preset, key) != get(defaults, key))
            written.push_back(&key);
    std::string text;
    // Some defaults follow from other keys: what parsing makes of them shows which are still to be named.
    for (std::size_t before = 0; before != written.size();) {
        before = written.size();
        std::vector<Line> lines;
        for (const Key* key : written)
            lines.push_back({key, get(preset, *key), key_comment(*key)});
        text = write_yaml(std::move(lines), false);
        const Preset read = parse_draft(text, "preset.yaml", "/").loaded.preset;
        for (const Key& key : keys())
            if (get(read, key) != get(preset, key) && std::ranges::find(written, &key) == written.end())
                written.push_back(&key);
    }
    return text;
}

std::string to_yaml_as_written(const Preset& preset) {
    std::vector<Line> lines;
    for (const Key& key : keys())
        lines.push_back({&key, get(preset, key), {}});
    return write_yaml(std::move(lines), true);
}

std::vector<std::string> differences(const Preset& a, const Preset& b) {
    std::vector<std::string> list;
    for (const Key& key : keys()) {
        const std::string before = get(a, key), after = get(b, key);
        const auto shown = [](const std::string& value) { return value.empty() ? "\"\"" : value; };
        if (before != after)
            list.push_back(fmt::format("{}: {} -> {}", key.dotted(), shown(before), shown(after)));
    }
    return list;
}

} // namespace tunedesk::preset
