// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/yaml/located_key.h"

#include "preset/yaml/yaml_tree.h"

#include <fmt/format.h>
#include <vector>

namespace tunedesk::preset {

namespace {

void collect(const Node& node, const std::string& path, LocatedKey::Leaves& leaves) {
    if (node.kind == Node::Kind::scalar) leaves[path] = node.text;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        if (node.kind == Node::Kind::sequence)
            collect(node.items[i], fmt::format("{}\n{}", path, i), leaves);
        else if (i % 2 == 1)
            collect(node.items[i], path + '\n' + node.items[i - 1].text, leaves);
    }
}

} // namespace

LocatedKey::LocatedKey(std::string text, const Key& key) : text_(std::move(text)), key_(key), spans_(text_) {
    std::vector<Problem> problems;
    auto root = read_yaml(text_, "preset", problems);
    if (!root) throw NotYaml{problems.empty() ? "the text is not a preset" : sentence(problems.front().what)};
    root_ = std::move(*root);
    locate();
}

bool LocatedKey::is_match(const Node& name, const std::string& section, const Node& value,
                          const Alias*& alias) const {
    alias = nullptr;
    if (name.text == key_.name && section == key_.section) return true;
    if (section.empty() || find_key(section + "." + name.text)) return false;
    const AliasMatch match = find_alias(name.text);
    if (match.key != &key_) return false;
    alias = match.alias;
    // group_by_length: false leaves batching alone.
    return value.kind != Node::Kind::scalar || alias_value(*alias, value.text).text.has_value();
}

void LocatedKey::locate() {
    for (std::size_t i = 0; i + 1 < root_.items.size() && !place_; i += 2) {
        const Node& name = root_.items[i];
        const Node& value = root_.items[i + 1];
        const Alias* alias = nullptr;
        if (key_.section.empty()) {
            if (name.text == key_.name) place_ = Place{&root_, nullptr, i, nullptr};
            if (place_) return;
        }
        if (value.kind != Node::Kind::map) continue;
        for (std::size_t k = 0; k + 1 < value.items.size() && !place_; k += 2)
            if (is_match(value.items[k], name.text, value.items[k + 1], alias))
                place_ = Place{&value, &name, k, alias};
    }
}

LocatedKey::Leaves LocatedKey::other_values() const {
    Leaves leaves;
    collect(root_, "", leaves);
    if (place_) {
        Leaves mine;
        collect(place_->map->items[place_->index + 1], path(), mine);
        for (const auto& [name, text] : mine)
            leaves.erase(name);
    }
    return leaves;
}

std::string LocatedKey::path() const {
    return (place_->section ? '\n' + place_->section->text : std::string()) + '\n' +
           place_->map->items[place_->index].text;
}

std::string LocatedKey::value() const {
    if (!place_) return {};
    const Node& node = place_->map->items[place_->index + 1];
    std::string text = node.text;
    for (const Node& item : node.items)
        text += (text.empty() ? "" : ",") + item.text;
    return place_->alias ? alias_value(*place_->alias, text).text.value_or("") : text;
}

} // namespace tunedesk::preset
