// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/yaml/yaml_tree.h"

#include <cstddef>
#include <string_view>

namespace tunedesk::preset {

/// Bytes [begin, end) of a clean_text().
struct Span {
    std::size_t begin = 0, end = 0;
    bool empty() const { return begin == end; }
};

/// The position of a pair of a map. The value of a pair without one is the empty span after its colon.
struct PairSpans {
    Span name, value;
};

/// Places of nodes in the text they were read from. yaml-cpp gives where a node begins; where it ends follows
/// from its style. Exact for what a preset holds; a caller that edits a text by these places parses it again
/// to be sure. Lives as long as the text. One thread.
class YamlSpans {
public:
    explicit YamlSpans(std::string_view text) : text_(text) {}

    /// `key` and `value` stand side by side in a map, inside { } or not.
    PairSpans pair(const Node& key, const Node& value, bool in_flow) const;

    /// Whether a map or a sequence is written in { } or [ ]; whether a node is *NAME.
    bool is_flow(const Node& node) const;
    bool is_alias(const Node& node) const;
    /// The quote that a scalar begins with, or 0.
    char quote(const Node& node) const;

    std::size_t line_begin(std::size_t at) const;
    std::size_t line_end(std::size_t at) const; ///< of its line break, or of the text

private:
    std::size_t begin_of_content(const Node& node) const;
    std::size_t end_of(const Node& node, bool in_flow, std::size_t indent) const;
    std::size_t end_of_quoted(std::size_t at) const;
    std::size_t end_of_flow(const Node& node, std::size_t at) const;
    std::size_t end_of_block_scalar(std::size_t at, std::size_t indent) const;
    std::size_t end_of_plain(const std::string& value, std::size_t at, bool in_flow) const;
    std::size_t end_of_plain_line(std::size_t at, bool in_flow) const;
    Span null_span(std::size_t colon, bool in_flow) const;

    std::string_view text_;
};

} // namespace tunedesk::preset
