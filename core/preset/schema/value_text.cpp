// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/value_text.h"

#include "base/terminal_text.h"
#include "base/text.h"
#include "preset/yaml/write.h"

#include <algorithm>
#include <cctype>
#include <functional>

namespace tunedesk::preset {

namespace {

/// A list's items without the spaces around them, joined by `separator`.
std::string joined(std::string_view value, std::string_view separator,
                   const std::function<std::string(std::string_view)>& item) {
    std::string result;
    if (trimmed(value).empty()) return result;
    bool first = true;
    for (const std::string_view part : split(value, ',')) {
        result.append(first ? "" : separator).append(item(trimmed(part)));
        first = false;
    }
    return result;
}

/// Whether the bare value reads back as itself, in { } too, and as no number or word of another kind.
bool stays_plain(const Key& key, std::string_view value) {
    if (value.empty() || trimmed(value) != value || !is_harmless(value)) return false;
    const auto safe = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return std::isalnum(byte) || byte >= 0x80 ||
               std::string_view("_./+ -$=()").find(c) != std::string_view::npos;
    };
    if (!std::all_of(value.begin(), value.end(), safe)) return false;
    const std::string lower = ascii_lower(value);
    if (lower == "null") return key.optional;
    if (read_boolean(lower)) return key.type == Type::boolean;
    if (std::string_view("-+.0123456789").find(value.front()) == std::string_view::npos) return true;
    if (key.holds_paths()) return value.find('/') != std::string_view::npos && value.front() != '-';
    return key.type != Type::text && key.type != Type::choice && read_number(value).has_value();
}

std::string in_single_quotes(std::string_view value) {
    std::string result = "'";
    for (const char c : value)
        result.append(c == '\'' ? 2 : 1, c);
    return result + '\'';
}

} // namespace

bool is_list(const Key& key, std::string_view value) {
    return key.type == Type::choice_list || key.type == Type::path_list ||
           (key.type == Type::open_choice && value.find(',') != std::string_view::npos);
}

std::string list_text(std::string_view value) {
    return joined(value, ",", [](std::string_view item) { return std::string(item); });
}

std::string value_text(const Key& key, std::string_view value, char quote) {
    if (value.empty() && key.optional) return "null";
    if (quote == '\'' && is_harmless(value)) return in_single_quotes(value);
    if (quote == '"' || quote == '\'') return yaml_quoted(std::string(value));
    if (is_list(key, value))
        return '[' +
               joined(value, ", ",
                      [&](std::string_view item) {
                          return stays_plain(key, item) ? std::string(item) : yaml_quoted(std::string(item));
                      }) +
               ']';
    return stays_plain(key, value) ? std::string(value) : yaml_quoted(std::string(value));
}

} // namespace tunedesk::preset
