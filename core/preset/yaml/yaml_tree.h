// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/yaml/load.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::preset {

/// The beginning of a node: line and column from 1, columns counted in characters.
struct Mark {
    int line = 1, column = 1;
};

/// A YAML value with its place. Aliases are expanded.
struct Node {
    enum class Kind { null, scalar, sequence, map };
    Kind kind = Kind::null;
    std::string text; ///< of a scalar
    Mark mark;
    std::size_t offset = 0;  ///< bytes before it in the text as clean_text() gives it; not of a null
    std::vector<Node> items; ///< of a sequence; of a map: key, value, key, value, ...

    /// The value under a key of a map, or null.
    const Node* find(std::string_view key) const;
};

/// What an untrusted YAML text may hold; beyond it the text is refused.
struct YamlLimits {
    std::size_t bytes = 1u << 20;
    int depth = 32;
    std::size_t nodes = 10000;             ///< with aliases expanded
    std::size_t expanded_bytes = 2u << 20; ///< of all scalars, with aliases expanded
    std::size_t brackets = 4096;           ///< [ and { anywhere in the text
    std::size_t commas = 65536;            ///< anywhere behind a bracket
};

/// Reads one YAML document whose top is a map (an empty text is an empty map). Duplicate keys, cycles, tags,
/// several documents, merge keys, keys that are not plain text and broken limits become problems with
/// file:line:column. Returns std::nullopt if the text cannot be used at all; with duplicate keys alone the
/// tree comes back with the first value of each.
std::optional<Node> read_yaml(std::string_view text, const std::string& shown_name,
                              std::vector<Problem>& problems, YamlLimits limits = {});

/// The text that is parsed, whose bytes Node::offset counts: without a byte order mark, and LF for CRLF.
std::string clean_text(std::string_view text);

/// "file:line:column".
std::string place_of(const std::string& shown_name, Mark mark);

} // namespace tunedesk::preset
