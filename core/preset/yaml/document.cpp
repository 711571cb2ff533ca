// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/yaml/document.h"

#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace tunedesk::preset {

namespace {

constexpr int schema_version = 1;
constexpr std::size_t most_explained = 100; ///< problems with unknown keys that name the nearest one

const std::vector<std::string>& section_names() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> names;
        for (const Section& section : sections())
            if (!section.name.empty()) names.push_back(section.name);
        return names;
    }();
    return all;
}

/// Names that people try because other tools have them, and that a preset must not have.
std::optional<Phrase> forbidden(std::string_view name) {
    const std::string lower = ascii_lower(name);
    for (const char* place : {"output_dir", "logging_dir", "run_dir", "cache_dir"})
        if (lower == place) return Phrase(PhraseId::key_of_run_folder);
    for (const char* command : {"command", "commands", "run", "exec", "hooks", "script"})
        if (lower == command) return Phrase(PhraseId::key_of_command);
    return std::nullopt;
}

class Reader {
public:
    Reader(const std::string& shown, std::vector<Problem>& problems) : shown_(shown), problems_(problems) {}

    Document read(const Node& root) {
        if (!version_is_known(root)) return {};
        for (std::size_t i = 0; i + 1 < root.items.size(); i += 2)
            read_top(root.items[i], root.items[i + 1]);
        return std::move(document_);
    }

private:
    /// Looking for the nearest name costs time, which a file of thousands of wrong names must not get.
    Phrase unknown(const std::string& dotted) const {
        return problems_.size() < most_explained ? unknown_key(dotted) : Phrase(PhraseId::key_unknown);
    }

    void problem(Mark mark, const std::string& key, Phrase what) {
        problems_.push_back({place_of(shown_, mark), key, std::move(what)});
    }

    /// Another version has other keys, so nothing else of such a file is judged.
    bool version_is_known(const Node& root) {
        const Node* version = root.find("tunedesk");
        if (!version) return true;
        if (version->kind == Node::Kind::scalar &&
            read_number(version->text) == static_cast<double>(schema_version))
            return true;
        problem(
            version->mark, "tunedesk",
            Phrase(PhraseId::other_schema, {std::to_string(schema_version), std::to_string(schema_version)}));
        return false;
    }

    void read_top(const Node& name, const Node& value) {
        const auto& names = section_names();
        if (name.text == "extends") {
            read_extends(value);
        } else if (std::find(names.begin(), names.end(), name.text) != names.end()) {
            read_section(name, value);
        } else if (const Key* key = find_key(name.text); key && key->section.empty()) {
            assign(*key, nullptr, name, value, name.text);
        } else {
            read_unknown_top(name);
        }
    }

    void read_unknown_top(const Node& name) {
        // As --set writes it: the same name would be its nearest.
        if (const Key* key = find_key(name.text))
            return problem(name.mark, name.text,
                           Phrase(PhraseId::key_unknown_near, {key->section + ": {" + key->name + ": ...}"}));
        if (problems_.size() < most_explained) {
            std::vector<std::string> known = section_names();
            known.insert(known.end(), {"tunedesk", "name", "extends", "task"});
            if (const auto nearest = nearest_name(name.text, known))
                return problem(name.mark, name.text, Phrase(PhraseId::key_unknown_near, {*nearest}));
        }
        problem(name.mark, name.text, unknown(name.text));
    }

    void read_extends(const Node& value) {
        if (value.kind != Node::Kind::scalar || value.text.empty())
            return problem(value.mark, "extends", Phrase(PhraseId::takes_file_name));
        document_.extends = value.text;
        document_.extends_place = place_of(shown_, value.mark);
    }

    void read_section(const Node& name, const Node& value) {
        if (value.kind == Node::Kind::null) return;
        if (value.kind != Node::Kind::map)
            return problem(value.mark, name.text, Phrase(PhraseId::is_a_section));
        for (std::size_t i = 0; i + 1 < value.items.size(); i += 2) {
            const Node& inner = value.items[i];
            const std::string dotted = name.text + "." + inner.text;
            if (const Key* key = find_key(dotted))
                assign(*key, nullptr, inner, value.items[i + 1], dotted);
            else if (const AliasMatch match = find_alias(inner.text); match.key)
                assign(*match.key, match.alias, inner, value.items[i + 1], dotted);
            else
                problem(inner.mark, dotted, unknown(dotted));
        }
    }

    /// The value as text, or std::nullopt if its shape is wrong (which is said).
    std::optional<std::string> text_of(const Key& key, const Node& value, const std::string& written) {
        const bool list =
            key.type == Type::choice_list || key.type == Type::path_list || key.type == Type::open_choice;
        if (value.kind == Node::Kind::scalar) return value.text;
        if (value.kind == Node::Kind::null) {
            if (key.optional) return "";
            problem(value.mark, written,
                    key.default_text.empty() ? Phrase(PhraseId::value_missing_empty, {}, {allowed(key)})
                                             : Phrase(PhraseId::value_missing, {},
                                                      {allowed(key), Phrase::in_words(key.default_text)}));
            return std::nullopt;
        }
        if (value.kind == Node::Kind::map || !list) {
            problem(value.mark, written, Phrase(PhraseId::takes_one_value, {}, {allowed(key)}));
            return std::nullopt;
        }
        std::string joined;
        for (const Node& item : value.items) {
            if (item.kind != Node::Kind::scalar) {
                problem(item.mark, written, Phrase(PhraseId::takes_plain_values, {}, {allowed(key)}));
                return std::nullopt;
            }
            joined += (joined.empty() ? "" : ",") + item.text;
        }
        return joined;
    }

    void assign(const Key& key, const Alias* alias, const Node& name, const Node& value,
                const std::string& written) {
        auto text = text_of(key, value, written);
        if (!text) return;
        if (alias) {
            AliasValue meant = alias_value(*alias, *text);
            if (!meant.problem.is_empty()) return problem(value.mark, written, std::move(meant.problem));
            if (!meant.text) return;
            text = std::move(meant.text);
        }
        const auto [earlier, added] = given_.emplace(&key, std::pair{written, name.mark.line});
        if (!added) {
            const auto& [other, line] = earlier->second;
            return problem(name.mark, written,
                           Phrase(PhraseId::key_given_twice, {key.dotted(), other, std::to_string(line)}));
        }
        document_.assignments.push_back({&key, std::move(*text), place_of(shown_, value.mark), written});
    }

    const std::string& shown_;
    std::vector<Problem>& problems_;
    std::map<const Key*, std::pair<std::string, int>> given_;
    Document document_;
};

} // namespace

Phrase unknown_key(const std::string& dotted) {
    const auto dot = dotted.rfind('.');
    const std::string name = dot == std::string::npos ? dotted : dotted.substr(dot + 1);
    if (const auto why = forbidden(name)) return *why;
    if (const auto suggestion = suggest_key(dotted)) return Phrase(PhraseId::key_unknown_near, {*suggestion});
    std::string within;
    const std::string section = dot == std::string::npos ? "" : dotted.substr(0, dot);
    for (const Key& key : keys())
        if (key.section == section) within += (within.empty() ? "" : ", ") + key.name;
    if (within.empty()) return Phrase(PhraseId::key_unknown_listed);
    if (section.empty())
        return Phrase(PhraseId::key_unknown_top,
                      {within, fmt::format("{}", fmt::join(section_names(), ", "))});
    return Phrase(PhraseId::key_unknown_section, {section, within});
}

Document read_document(const Node& root, const std::string& shown_name, std::vector<Problem>& problems) {
    return Reader(shown_name, problems).read(root);
}

namespace {

/// Converts [a, "b"] to the form of the same list in a file.
std::string listed_items(std::string_view list) {
    std::vector<std::string_view> items = split(list, ',');
    for (std::string_view& item : items) {
        item = trimmed(item);
        if (item.size() >= 2 && (item.front() == '"' || item.front() == '\'') && item.back() == item.front())
            item = item.substr(1, item.size() - 2);
    }
    return fmt::format("{}", fmt::join(items, ", "));
}

} // namespace

std::optional<Assignment> read_set(const std::string& text, std::vector<Problem>& problems) {
    const auto equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const std::string place = "--set " + name;
    if (equals == std::string::npos || name.empty()) {
        problems.push_back({"--set", name, Phrase(PhraseId::set_form)});
        return std::nullopt;
    }
    std::string value = text.substr(equals + 1);
    if (value.size() >= 2 && value.front() == '[' && value.back() == ']')
        value = listed_items(std::string_view(value).substr(1, value.size() - 2));
    const Key* key = find_key(name);
    if (!key) {
        const auto dot = name.find('.');
        const AliasMatch match = dot == std::string::npos ? AliasMatch{} : find_alias(name.substr(dot + 1));
        const auto& names = section_names();
        if (!match.key || std::find(names.begin(), names.end(), name.substr(0, dot)) == names.end()) {
            problems.push_back({place, name, unknown_key(name)});
            return std::nullopt;
        }
        AliasValue meant = alias_value(*match.alias, value);
        if (!meant.problem.is_empty()) problems.push_back({place, name, meant.problem});
        if (!meant.text) return std::nullopt;
        return Assignment{match.key, *meant.text, place, name};
    }
    return Assignment{key, std::move(value), place, name};
}

} // namespace tunedesk::preset
