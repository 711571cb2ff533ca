#include "preset/schema/schema.h"

#include "base/terminal_text.h"
#include "base/text.h"
#include "preset/schema/schema_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tunedesk::preset {

namespace {

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
    const auto nearest = nearest_name(word, candidates);
    return nearest ? fmt::format(" (did you mean {}?)", *nearest) : "";
}

struct ParsedValue {
    Value value;
    std::string problem; ///< empty where the value is right
};

ParsedValue wrong(const Key& key, std::string_view text, const std::string& extra = {}) {
    return {{}, fmt::format("\"{}\" is not {}{}", shortened(text, 60), allowed(key), extra)};
}

bool in_range(const Key& key, double value) {
    if (key.min && (key.min_excluded ? value <= *key.min : value < *key.min)) return false;
    return !key.max || value <= *key.max;
}

ParsedValue read_integer(const Key& key, std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        // 1e5 is a whole number too; beyond 2^53 a double no longer holds every one.
        const auto number = read_number(text);
        if (!number || *number != std::floor(*number) || std::abs(*number) > 9007199254740992.0)
            return wrong(key, text);
        value = static_cast<std::int64_t>(*number);
    }
    if (!in_range(key, static_cast<double>(value))) return wrong(key, text);
    return {value, {}};
}

ParsedValue read_list(const Key& key, std::string_view text) {
    std::vector<std::string> items;
    if (trimmed(text).empty() || text == "none") return {items, {}};
    for (const std::string_view part : split(text, ',')) {
        const std::string item(trimmed(part));
        if (std::find(key.choices.begin(), key.choices.end(), item) == key.choices.end())
            return wrong(key, item, did_you_mean(item, key.choices));
        if (std::find(items.begin(), items.end(), item) != items.end())
            return {{}, fmt::format("\"{}\" stands there twice", item)};
        items.push_back(item);
    }
    return {items, {}};
}

ParsedValue read_text(const Key& key, std::string_view text) {
    if (has_control(text) || find_invalid_utf8(text))
        return {{}, fmt::format("\"{}\" holds control characters or is not UTF-8", shortened(text, 60))};
    if (text.size() > 4096) return {{}, fmt::format("\"{}\" is longer than 4096 bytes", shortened(text, 60))};
    const bool open = key.type == Type::open_choice;
    std::string value;
    if (open) // a list has one spelling: "1,2"
        for (const std::string_view part : split(text, ','))
            value.append(value.empty() ? "" : ",").append(trimmed(part));
    else
        value = text;
    if (open && std::find(key.choices.begin(), key.choices.end(), value) != key.choices.end())
        return {value, {}};
    if (key.check && !key.check(value)) return wrong(key, text, did_you_mean(text, key.choices));
    return {value, {}};
}

ParsedValue read_value(const Key& key, std::string_view text) {
    if (key.optional && (text.empty() || text == "null" || text == "~")) return {{}, {}};
    switch (key.type) {
    case Type::boolean: {
        const auto value = read_boolean(text);
        return value ? ParsedValue{*value, {}} : wrong(key, text);
    }
    case Type::integer:
        return read_integer(key, text);
    case Type::number: {
        const auto value = read_number(text);
        return value && in_range(key, *value) ? ParsedValue{*value, {}} : wrong(key, text);
    }
    case Type::choice: {
        const auto at = std::find(key.choices.begin(), key.choices.end(), text);
        if (at == key.choices.end()) return wrong(key, text, did_you_mean(text, key.choices));
        return {static_cast<std::int64_t>(at - key.choices.begin()), {}};
    }
    case Type::choice_list:
        return read_list(key, text);
    case Type::text:
    case Type::path:
    case Type::open_choice:
        return read_text(key, text);
    }
    return wrong(key, text);
}

} // namespace

std::span<const Key> keys() {
    static const std::vector<Key> table = make_table();
    return table;
}

std::span<const Section> sections() {
    static const std::vector<Section> list = make_sections();
    return list;
}

const Key* find_key(std::string_view dotted) {
    for (const Key& key : keys())
        if (key.dotted() == dotted) return &key;
    return nullptr;
}

AliasMatch find_alias(std::string_view name) {
    for (const Key& key : keys())
        for (const Alias& alias : key.aliases)
            if (alias.name == name) return {&key, &alias};
    return {};
}

std::optional<std::string> suggest_key(std::string_view dotted) {
    const auto dot = dotted.rfind('.');
    const std::string_view name = dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
    std::vector<std::string> full, names;
    for (const Key& key : keys()) {
        if (key.name == name) return key.dotted();
        full.push_back(key.dotted());
    }
    if (const AliasMatch match = find_alias(name); match.key) return match.key->dotted();
    if (const auto nearest = nearest_name(dotted, full)) return nearest;
    for (const Key& key : keys())
        names.push_back(key.name);
    const auto nearest = nearest_name(name, names);
    if (!nearest) return std::nullopt;
    return full[static_cast<std::size_t>(std::find(names.begin(), names.end(), *nearest) - names.begin())];
}

std::string allowed(const Key& key) {
    const std::string choices = fmt::format("{}", fmt::join(key.choices, ", "));
    switch (key.type) {
    case Type::boolean:
        return "true or false";
    case Type::choice:
        return "one of " + choices;
    case Type::choice_list:
        return fmt::format("a list of {}, or []", choices);
    case Type::open_choice:
        return fmt::format("one of {}, or {}", choices, key.free_form);
    case Type::text:
        return key.free_form.empty() ? "text" : key.free_form;
    case Type::path:
        return "a path";
    case Type::integer:
    case Type::number:
        break;
    }
    std::string text = key.type == Type::integer ? "a whole number" : "a number";
    const bool wide = key.max && *key.max >= 2147483647;
    if (key.min) text += fmt::format(" {} {}", key.min_excluded ? "above" : "from", shortest(*key.min));
    if (key.max && !wide) text += fmt::format(" {} {}", key.min ? "to" : "up to", shortest(*key.max));
    return key.optional ? text + ", or null" : text;
}

std::string get(const Preset& preset, const Key& key) {
    const Value value = key.read(preset);
    if (std::holds_alternative<std::monostate>(value)) return "";
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* number = std::get_if<double>(&value)) return shortest(*number);
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* list = std::get_if<std::vector<std::string>>(&value))
        return fmt::format("{}", fmt::join(*list, ","));
    const std::int64_t whole = std::get<std::int64_t>(value);
    return key.type == Type::choice ? key.choices.at(static_cast<std::size_t>(whole))
                                    : fmt::format("{}", whole);
}

std::optional<std::string> set(Preset& preset, const Key& key, std::string_view text) {
    const auto synonym = std::find_if(key.synonyms.begin(), key.synonyms.end(),
                                      [&](const auto& pair) { return pair.first == text; });
    const ParsedValue parsed = read_value(key, synonym == key.synonyms.end() ? text : synonym->second);
    if (!parsed.problem.empty()) return parsed.problem;
    key.write(preset, parsed.value);
    return std::nullopt;
}

std::optional<bool> read_boolean(std::string_view text) {
    const std::string lower = ascii_lower(text);
    if (lower == "true" || lower == "yes" || lower == "on") return true;
    if (lower == "false" || lower == "no" || lower == "off") return false;
    return std::nullopt;
}

std::optional<double> read_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

AliasValue alias_value(const Alias& alias, const std::string& text) {
    if (alias.values.empty()) return {text, {}};
    const auto flag = read_boolean(text);
    std::vector<std::string> known;
    for (const auto& [from, to] : alias.values) {
        const bool same = from == text || (flag && read_boolean(from) == flag);
        if (same) return {to.empty() ? std::nullopt : std::optional(to), {}};
        known.push_back(from);
    }
    return {std::nullopt,
            fmt::format("\"{}\" is not one of {}", shortened(text, 60), fmt::join(known, ", "))};
}

} // namespace tunedesk::preset
