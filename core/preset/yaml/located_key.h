// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"
#include "preset/yaml/yaml_spans.h"

#include <map>
#include <optional>
#include <string>

namespace tunedesk::preset {

/// The parsed text of a preset and the place of one key in it, under its own name or another tool's. Refers
/// to the key, which must live as long. One thread.
class LocatedKey {
public:
    /// The text cannot be parsed as a preset.
    struct NotYaml {
        std::string why;
    };
    /// The position of a key in the text: a pair of a section's map or of the root.
    struct Place {
        const Node* map = nullptr;
        const Node* section = nullptr; ///< the name of the section, null at the root
        std::size_t index = 0;         ///< of the pair's key in map->items
        const Alias* alias = nullptr;
    };
    /// Every plain value of a tree under its path of keys: what two texts are compared by.
    using Leaves = std::map<std::string, std::string>;

    /// `text`: clean_text(). Throws NotYaml.
    LocatedKey(std::string text, const Key& key);
    LocatedKey(const LocatedKey&) = delete; // places point into root()
    LocatedKey& operator=(const LocatedKey&) = delete;

    const std::string& text() const { return text_; }
    const Node& root() const { return root_; }
    const YamlSpans& spans() const { return spans_; }
    /// std::nullopt if the text does not have the key.
    const std::optional<Place>& place() const { return place_; }

    /// This key's value as a preset reads it, "" if it has none.
    std::string value() const;
    /// All values but this key's.
    Leaves other_values() const;

private:
    bool is_match(const Node& name, const std::string& section, const Node& value, const Alias*& alias) const;
    void locate();
    std::string path() const;

    std::string text_;
    const Key& key_;
    YamlSpans spans_;
    Node root_;
    std::optional<Place> place_;
};

} // namespace tunedesk::preset
