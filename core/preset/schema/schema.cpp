// SPDX-License-Identifier: GPL-3.0-or-later
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

constexpr std::size_t most_shown = 60, most_bytes = 4096;

struct ParsedValue {
    Value value;
    Phrase problem; ///< empty if the value is right
};

ParsedValue wrong(const Key& key, std::string_view text) {
    return {{}, Phrase(PhraseId::value_wrong, {shortened(text, most_shown)}, {allowed(key)})};
}

/// The same, with the choice that is spelled alike where there is one.
ParsedValue no_choice(const Key& key, std::string_view text) {
    const auto nearest = nearest_name(text, key.choices);
    if (!nearest) return wrong(key, text);
    return {{},
            Phrase(PhraseId::value_nearly, {shortened(text, most_shown)},
                   {allowed(key), Phrase::in_words(*nearest)})};
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

/// What keeps a text from being a value of any key; empty if nothing does.
Phrase unreadable(std::string_view text) {
    if (has_control(text) || find_invalid_utf8(text))
        return Phrase(PhraseId::value_unreadable, {shortened(text, most_shown)});
    if (text.size() > most_bytes)
        return Phrase(PhraseId::value_long, {shortened(text, most_shown), std::to_string(most_bytes)});
    return {};
}

ParsedValue read_list(const Key& key, std::string_view text) {
    const bool is_of_paths = key.type == Type::path_list;
    std::vector<std::string> items;
    if (trimmed(text).empty() || (text == "none" && !is_of_paths)) return {items, {}};
    if (Phrase problem = unreadable(text); is_of_paths && !problem.is_empty())
        return {{}, std::move(problem)};
    for (const std::string_view part : split(text, ',')) {
        const std::string item(trimmed(part));
        if (is_of_paths && item.empty()) return wrong(key, text);
        if (!is_of_paths && std::find(key.choices.begin(), key.choices.end(), item) == key.choices.end())
            return no_choice(key, item);
        if (std::find(items.begin(), items.end(), item) != items.end())
            return {{}, Phrase(PhraseId::value_twice, {item})};
        items.push_back(item);
    }
    return {items, {}};
}

ParsedValue read_text(const Key& key, std::string_view text) {
    if (Phrase problem = unreadable(text); !problem.is_empty()) return {{}, std::move(problem)};
    const bool open = key.type == Type::open_choice;
    std::string value;
    if (open) // a list has one spelling: "1,2"
        for (const std::string_view part : split(text, ','))
            value.append(value.empty() ? "" : ",").append(trimmed(part));
    else
        value = text;
    if (open && std::find(key.choices.begin(), key.choices.end(), value) != key.choices.end())
        return {value, {}};
    if (key.check && !key.check(value)) return no_choice(key, text);
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
        if (at == key.choices.end()) return no_choice(key, text);
        return {static_cast<std::int64_t>(at - key.choices.begin()), {}};
    }
    case Type::path_list:
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
    const std::size_t dot = dotted.find('.');
    if (dot == 0) return nullptr;
    const std::string_view section = dot == std::string_view::npos ? "" : dotted.substr(0, dot);
    const std::string_view name = dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
    for (const Key& key : keys())
        if (key.name == name && key.section == section) return &key;
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

namespace {

/// The range of a number as a phrase: each row is of one kind of number.
Phrase allowed_number(const Key& key) {
    using enum PhraseId;
    constexpr PhraseId forms[2][6] = {{allowed_whole, allowed_whole_to, allowed_whole_from,
                                       allowed_whole_from_to, allowed_whole_above, allowed_whole_above_to},
                                      {allowed_number, allowed_number_to, allowed_number_from,
                                       allowed_number_from_to, allowed_number_above,
                                       allowed_number_above_to}};
    const bool has_end = key.max && *key.max < 2147483647;
    std::vector<std::string> ends;
    if (key.min) ends.push_back(shortest(*key.min));
    if (has_end) ends.push_back(shortest(*key.max));
    const std::size_t begin = !key.min ? 0 : key.min_excluded ? 4 : 2;
    return Phrase(forms[key.type == Type::number][begin + has_end], std::move(ends));
}

} // namespace

Phrase allowed(const Key& key) {
    const std::string choices = fmt::format("{}", fmt::join(key.choices, ", "));
    switch (key.type) {
    case Type::boolean:
        return Phrase(PhraseId::allowed_boolean);
    case Type::choice:
        return Phrase(PhraseId::allowed_one, {choices});
    case Type::choice_list:
        return Phrase(PhraseId::allowed_list, {choices});
    case Type::open_choice:
        return Phrase(PhraseId::allowed_open, {choices, key.free_form});
    case Type::text:
        return key.free_form.empty() ? Phrase(PhraseId::allowed_text)
                                     : Phrase(PhraseId::allowed_form, {key.free_form});
    case Type::path:
        return Phrase(PhraseId::allowed_path);
    case Type::path_list:
        return Phrase(PhraseId::allowed_form,
                      {TUNEDESK_TRANSLATABLE("FreeForm", "a list of files with commas between them")});
    case Type::integer:
    case Type::number:
        break;
    }
    const Phrase range = allowed_number(key);
    return key.optional ? Phrase(PhraseId::allowed_or_null, {}, {range}) : range;
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

std::optional<Phrase> set(Preset& preset, const Key& key, std::string_view text) {
    const auto synonym = std::find_if(key.synonyms.begin(), key.synonyms.end(),
                                      [&](const auto& pair) { return pair.first == text; });
    const ParsedValue parsed = read_value(key, synonym == key.synonyms.end() ? text : synonym->second);
    if (!parsed.problem.is_empty()) return parsed.problem;
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
            Phrase(PhraseId::value_wrong, {shortened(text, most_shown)},
                   {Phrase(PhraseId::allowed_one, {fmt::format("{}", fmt::join(known, ", "))})})};
}

} // namespace tunedesk::preset
