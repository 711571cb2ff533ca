// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/slow_inputs.h"

#include "base/json_object.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace fuzz {

namespace {

using tunedesk::append_member;
using tunedesk::Json;

constexpr std::size_t slow_bytes = 1u << 20;

std::string filled(std::string text, const std::string& piece, const std::string& end = {}) {
    while (text.size() + piece.size() + end.size() <= slow_bytes)
        text += piece;
    return text + end;
}

/// `begin`, then make(0), make(1), ... and `end`.
template <class Make>
std::string counted(const std::string& begin, Make make, const std::string& end = {}) {
    std::string text = begin;
    for (std::size_t i = 0;; ++i) {
        const std::string piece = make(i);
        if (text.size() + piece.size() + end.size() > slow_bytes) return text + end;
        text += piece;
    }
}

std::vector<Named> slow_json() {
    const auto key = [](std::size_t i) { return (i ? ",\"k" : "\"k") + std::to_string(i) + "\":0"; };
    std::vector<Named> all = {
        {"many keys", counted("{", key, "}")},
        {"repeated keys", filled("{\"a\":0", ",\"a\":0", "}")},
        {"keys again at the end", counted("{", key, ",\"k0\":1}")},
        {"deep lists", filled("", "[")},
        {"deep objects", filled("", "{\"a\":")},
        {"empty lists", filled("[0", ",[]", "]")},
        {"empty objects", filled("[0", ",{}", "]")},
        {"short objects", filled("[0", ",{\"a\":0}", "]")},
        {"numbers", filled("[0", ",0", "]")},
        {"a long number", filled("[", "7", "]")},
        {"a long text", filled("\"", "x", "\"")},
        {"escapes", filled("\"", "\\u00e9", "\"")},
        {"quotes", filled("", "\"")},
        {"backslashes", filled("\"", "\\\\", "\"")},
        {"spaces", filled("", " \n")},
    };
    return all;
}

/// Every object and list of an example, grown to a megabyte where it is; each text made long.
class Grown {
public:
    static std::vector<Named> of(const std::string& name, const std::string& example) {
        Json json = Json::parse(example, nullptr, false);
        Grown grown;
        if (json.is_structured() && example.size() < 16384) grown.visit(json, json, name);
        return std::move(grown.all_);
    }

private:
    static constexpr std::size_t most = 8;

    void visit(const Json& root, Json& value, const std::string& path) {
        if (all_.size() >= most) return;
        if (value.is_object() && !value.empty())
            grow_object(root, value, path);
        else if (value.is_array() && !value.empty())
            grow_list(root, value, path);
        else if (value.is_string())
            put(root, value, std::string(slow_bytes - 4096, 'x'), path + ", long");
        if (!value.is_structured()) return;
        std::size_t seen = 0; // its first members are as good as any
        for (auto& [key, member] : value.items())
            if (member.is_structured() || seen++ < 2) visit(root, member, path + "." + key);
    }

    /// The value put in place of one in the whole example.
    void put(const Json& root, Json& place, Json other, const std::string& name) {
        std::swap(place, other);
        all_.emplace_back(name, root.dump(-1, ' ', false, Json::error_handler_t::replace));
        std::swap(place, other);
    }

    static std::string next_key(const std::string& like, std::size_t i) {
        const bool number = !like.empty() && std::isdigit(static_cast<unsigned char>(like[0]));
        return number ? std::to_string(i) : like.substr(0, 8) + std::to_string(i);
    }

    void grow_object(const Json& root, Json& object, const std::string& path) {
        Json grown = object;
        const std::string like = grown.items().begin().key();
        const std::string value =
            grown.items().begin().value().dump(-1, ' ', false, Json::error_handler_t::replace);
        if (value.size() > slow_bytes / 16) return;
        std::size_t bytes = root.dump(-1, ' ', false, Json::error_handler_t::replace).size();
        for (std::size_t i = object.size(); bytes < slow_bytes; ++i) {
            const std::string key = next_key(like, i);
            append_member(grown, key, changed(object.items().begin().value(), i));
            bytes += key.size() + value.size() + 4;
        }
        put(root, object, std::move(grown), path + ", many keys");
    }

    void grow_list(const Json& root, Json& list, const std::string& path) {
        Json grown = list;
        const std::size_t one = list.front().dump(-1, ' ', false, Json::error_handler_t::replace).size() + 1;
        if (one > slow_bytes / 16) return;
        for (std::size_t i = 0, bytes = root.dump(-1, ' ', false, Json::error_handler_t::replace).size();
             bytes < slow_bytes; ++i, bytes += one)
            grown.push_back(changed(list.front(), i));
        put(root, list, std::move(grown), path + ", many elements");
    }

    /// The value again, with other texts.
    static Json changed(const Json& value, std::size_t i) {
        if (value.is_string()) return value.get<std::string>().substr(0, 8) + std::to_string(i);
        Json copy = value;
        if (copy.is_object())
            for (auto& [key, member] : copy.items())
                if (member.is_string()) member = member.get<std::string>().substr(0, 8) + std::to_string(i);
        return copy;
    }

    std::vector<Named> all_;
};

std::vector<Named> slow_yaml() {
    const auto key = [](std::size_t i) { return "k" + std::to_string(i) + ": 0\n"; };
    return {
        {"many keys", counted("", key)},
        {"repeated keys", filled("", "a: 0\n")},
        {"a long line of keys",
         counted(
             "{", [&](std::size_t i) { return "k" + std::to_string(i) + ": 0, "; }, "}")},
        {"deep",
         counted("", [](std::size_t i) { return std::string(std::min<std::size_t>(i, 500), ' ') + "a:\n"; })},
        {"deep lists", filled("a: ", "[")},
        {"dashes", filled("a:\n", "- ")},
        {"questions", filled("", "? ")},
        {"elements", filled("a:\n", "- 0\n")},
        {"anchors", counted("",
                            [](std::size_t i) {
                                return "k" + std::to_string(i) + ": &a" + std::to_string(i) + " 0\n";
                            })},
        {"aliases", filled("a: &a 0\nb:\n", "- *a\n")},
        {"a long text", filled("a: ", "x")},
        {"long lines of text", filled("a: ", "x y\n  ")},
        {"a long quoted text", filled("a: \"", "x", "\"\n")},
        {"escapes", filled("a: \"", "\\u00e9", "\"\n")},
        {"quotes", filled("a: ", "\"")},
        {"single quotes", filled("a: '", "''", "'\n")},
        {"quoted keys", counted("", [](std::size_t i) { return "\"k" + std::to_string(i) + "\": \"\"\n"; })},
        {"open quotes", counted("", [](std::size_t i) { return "k" + std::to_string(i) + ": \"\n"; })},
        {"a block", filled("a: |\n", "  x\n")},
        {"comments", filled("", "#\n")},
        {"blank lines", filled("a:", "\n")},
        {"spaces", filled("a:", " ")},
        {"tabs", filled("a:", "\t")},
        {"documents", filled("", "---\n")},
        {"colons", filled("", "a:")},
        {"tags", filled("a: ", "!")},
        {"percents", filled("", "%\n")},
    };
}

std::vector<Named> slow_text() {
    std::vector<Named> all = {
        {"columns", counted(
                        "", [](std::size_t i) { return "c" + std::to_string(i) + ","; }, "\n1\n")},
        {"columns named _step",
         counted(
             "step,", [](std::size_t i) { return "c" + std::to_string(i) + "_step,"; }, "\n1\n")},
        {"equal columns", filled("", "a,", "\n")},
        {"empty rows", filled("a,b\n", "\n")},
        {"short rows", filled("a,b\n", "x\n")},
        {"rows", filled("a,b\n", "x,y\n")},
        {"quotes", filled("a,b\n", "\"")},
        {"a quote a line", filled("a,b\n", "\"\n")},
        {"open quotes", filled("a,b\n", "\"x\n")},
        {"quotes after text", filled("a,b\n", "x\",\"\n")},
        {"doubled quotes", filled("a,b\n\"", "\"\"", "\"\n")},
        {"closed quotes", filled("a,b\n", "\"\"x\n")},
        {"carriage returns", filled("a,b\n", "\r")},
        {"a long field", filled("a,b\n", "x", ",y\n")},
        {"commas", filled("a,b\n", ",")},
        {"tabs", filled("a\tb\n", "\t")},
        {"bad bytes", filled("a,b\n", "\xff\n")},
    };
    return all;
}

std::vector<Named> slow_bytes_inputs() {
    return {{"zeros", std::string(slow_bytes, '\0')},
            {"ones", std::string(slow_bytes, '\1')},
            {"255s", std::string(slow_bytes, '\xff')},
            {"letters", std::string(slow_bytes, 'x')}};
}

} // namespace

std::vector<Named> slow_inputs(Grammar grammar, const std::vector<Named>& examples) {
    std::vector<Named> all;
    const auto add = [&](std::vector<Named> more) {
        for (Named& one : more)
            all.push_back(std::move(one));
    };
    const bool is_json = grammar == Grammar::json || grammar == Grammar::json_lines;
    if (is_json) add(slow_json());
    if (grammar == Grammar::yaml) add(slow_yaml());
    if (grammar == Grammar::text) add(slow_text());
    if (!is_json) add(slow_bytes_inputs());
    for (const auto& [name, text] : examples) {
        if (all.size() > 40) break;
        if (is_json)
            add(Grown::of(name, text.substr(0, grammar == Grammar::json ? text.npos : text.find('\n'))));
        const std::size_t begin = text.find('\n') + 1;
        if (grammar != Grammar::json && begin > 0 && begin < text.size())
            all.emplace_back(name + ", its lines again", filled(text.substr(0, begin), text.substr(begin)));
    }
    if (grammar == Grammar::json_lines) {
        all.emplace_back("empty lines", filled("", "\n"));
        all.emplace_back("damaged lines", filled("", "x\n"));
        all.emplace_back("open lines", filled("", "{\n"));
        all.emplace_back("lists", filled("", "[]\n"));
        all.emplace_back("objects", filled("", "{}\n"));
    }
    return all;
}

} // namespace fuzz
