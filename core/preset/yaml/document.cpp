#include "preset/yaml/document.h"

#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace tunedesk::preset {

namespace {

constexpr int schema_version = 1;

std::vector<std::string> section_names() {
    std::vector<std::string> names;
    for (const Section& section : sections())
        if (!section.name.empty()) names.push_back(section.name);
    return names;
}

/// Names that people try because other tools have them, and that a preset must not have.
std::string forbidden(std::string_view name) {
    const std::string lower = ascii_lower(name);
    for (const char* place : {"output_dir", "logging_dir", "run_dir", "cache_dir"})
        if (lower == place)
            return "a preset says nowhere to write; give the run folder with `run --run-dir DIR`";
    for (const char* command : {"command", "commands", "run", "exec", "hooks", "script"})
        if (lower == command) return "a preset is data and runs nothing";
    return {};
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
    std::string unknown(const std::string& dotted) const {
        return problems_.size() < 100 ? unknown_key(dotted) : "no such key";
    }

    void problem(Mark mark, const std::string& key, std::string what) {
        problems_.push_back({place_of(shown_, mark), key, Phrase::in_words(std::move(what))});
    }

    /// Another version has other keys, so nothing else of such a file is judged.
    bool version_is_known(const Node& root) {
        const Node* version = root.find("tunedesk");
        if (!version) return true;
        if (version->kind == Node::Kind::scalar &&
            read_number(version->text) == static_cast<double>(schema_version))
            return true;
        problem(version->mark, "tunedesk",
                fmt::format("this program reads schema version {} alone; write `tunedesk: {}`, or use the "
                            "release that wrote the preset",
                            schema_version, schema_version));
        return false;
    }

    void read_top(const Node& name, const Node& value) {
        const auto names = section_names();
        if (name.text == "extends") {
            read_extends(value);
        } else if (std::find(names.begin(), names.end(), name.text) != names.end()) {
            read_section(name, value);
        } else if (const Key* key = find_key(name.text); key && key->section.empty()) {
            assign(*key, nullptr, name, value, name.text);
        } else {
            read_unknown_top(name, names);
        }
    }

    void read_unknown_top(const Node& name, std::vector<std::string> known) {
        known.insert(known.end(), {"tunedesk", "name", "extends", "task"});
        const auto nearest = problems_.size() < 100 ? nearest_name(name.text, known) : std::nullopt;
        problem(name.mark, name.text,
                nearest ? "no such key; did you mean " + *nearest + "?" : unknown(name.text));
    }

    void read_extends(const Node& value) {
        if (value.kind != Node::Kind::scalar || value.text.empty())
            return problem(value.mark, "extends", "takes one file name");
        document_.extends = value.text;
        document_.extends_place = place_of(shown_, value.mark);
    }

    void read_section(const Node& name, const Node& value) {
        if (value.kind == Node::Kind::null) return;
        if (value.kind != Node::Kind::map)
            return problem(value.mark, name.text, "is a section: its keys stand below it or in { }");
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

    /// The value as text, or nothing where its shape is wrong (which is said).
    std::optional<std::string> text_of(const Key& key, const Node& value, const std::string& written) {
        const bool list = key.type == Type::choice_list || key.type == Type::open_choice;
        if (value.kind == Node::Kind::scalar) return value.text;
        if (value.kind == Node::Kind::null) {
            if (key.optional) return "";
            problem(value.mark, written,
                    fmt::format("has no value; write {}, or leave the line out for {}", allowed(key),
                                key.default_text.empty() ? "nothing" : key.default_text));
            return std::nullopt;
        }
        if (value.kind == Node::Kind::map || !list) {
            problem(value.mark, written, fmt::format("takes one value: {}", allowed(key)));
            return std::nullopt;
        }
        std::string joined;
        for (const Node& item : value.items) {
            if (item.kind != Node::Kind::scalar) {
                problem(item.mark, written, fmt::format("takes plain values: {}", allowed(key)));
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
            if (!meant.problem.empty()) return problem(value.mark, written, std::move(meant.problem));
            if (!meant.text) return;
            text = std::move(meant.text);
        }
        const auto [earlier, added] = given_.emplace(&key, std::pair{written, name.mark.line});
        if (!added) {
            const auto& [other, line] = earlier->second;
            return problem(name.mark, written,
                           fmt::format("gives {} a second time, after {} in line {}; keep one", key.dotted(),
                                       other, line));
        }
        document_.assignments.push_back({&key, std::move(*text), place_of(shown_, value.mark), written});
    }

    const std::string& shown_;
    std::vector<Problem>& problems_;
    std::map<const Key*, std::pair<std::string, int>> given_;
    Document document_;
};

} // namespace

std::string unknown_key(const std::string& dotted) {
    const auto dot = dotted.rfind('.');
    const std::string name = dot == std::string::npos ? dotted : dotted.substr(dot + 1);
    if (std::string why = forbidden(name); !why.empty()) return why;
    if (const auto suggestion = suggest_key(dotted))
        return fmt::format("no such key; did you mean {}?", *suggestion);
    std::string within;
    const std::string section = dot == std::string::npos ? "" : dotted.substr(0, dot);
    for (const Key& key : keys())
        if (key.section == section) within += (within.empty() ? "" : ", ") + key.name;
    if (within.empty()) return "no such key; `tunedesk preset keys` lists them all";
    if (section.empty())
        return fmt::format("no such key; the top has {}, and the sections {}", within,
                           fmt::join(section_names(), ", "));
    return fmt::format("no such key; {} has {}", section, within);
}

Document read_document(const Node& root, const std::string& shown_name, std::vector<Problem>& problems) {
    return Reader(shown_name, problems).read(root);
}

std::optional<Assignment> read_set(const std::string& text, std::vector<Problem>& problems) {
    const auto equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const std::string place = "--set " + name;
    if (equals == std::string::npos || name.empty()) {
        problems.push_back(
            {"--set", name, Phrase::in_words("write --set KEY=VALUE, as --set training.learning_rate=2e-5")});
        return std::nullopt;
    }
    std::string value = text.substr(equals + 1);
    // [a, b] is how the same list stands in the file.
    if (value.size() >= 2 && value.front() == '[' && value.back() == ']')
        value = value.substr(1, value.size() - 2);
    const Key* key = find_key(name);
    if (!key) {
        const auto dot = name.find('.');
        const AliasMatch match = dot == std::string::npos ? AliasMatch{} : find_alias(name.substr(dot + 1));
        const auto names = section_names();
        if (!match.key || std::find(names.begin(), names.end(), name.substr(0, dot)) == names.end()) {
            problems.push_back({place, name, Phrase::in_words(unknown_key(name))});
            return std::nullopt;
        }
        AliasValue meant = alias_value(*match.alias, value);
        if (!meant.problem.empty()) problems.push_back({place, name, Phrase::in_words(meant.problem)});
        if (!meant.text) return std::nullopt;
        return Assignment{match.key, *meant.text, place, name};
    }
    return Assignment{key, std::move(value), place, name};
}

} // namespace tunedesk::preset
