// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/yaml/yaml_spans.h"

#include "base/text.h"

#include <algorithm>

namespace tunedesk::preset {

std::size_t YamlSpans::line_begin(std::size_t at) const {
    const auto before = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t YamlSpans::line_end(std::size_t at) const {
    return std::min(text_.find('\n', at), text_.size());
}

/// After an anchor, which belongs to the node.
std::size_t YamlSpans::begin_of_content(const Node& node) const {
    std::size_t at = std::min(node.offset, text_.size());
    if (at < text_.size() && text_[at] == '&') {
        at = std::min(text_.find_first_of(" \n", at), text_.size());
        at = std::min(text_.find_first_not_of(" \n", at), text_.size());
    }
    return at;
}

bool YamlSpans::is_flow(const Node& node) const {
    const std::size_t at = begin_of_content(node);
    return at < text_.size() && (text_[at] == '{' || text_[at] == '[');
}

bool YamlSpans::is_alias(const Node& node) const {
    return node.kind != Node::Kind::null && node.offset < text_.size() && text_[node.offset] == '*';
}

char YamlSpans::quote(const Node& node) const {
    const std::size_t at = begin_of_content(node);
    const char c = node.kind == Node::Kind::scalar && at < text_.size() ? text_[at] : ' ';
    return c == '"' || c == '\'' ? c : '\0';
}

std::size_t YamlSpans::end_of_quoted(std::size_t at) const {
    const char quote = text_[at];
    for (std::size_t i = at + 1; i < text_.size(); ++i) {
        if (quote == '"' && text_[i] == '\\')
            ++i;
        else if (text_[i] == quote && quote == '\'' && i + 1 < text_.size() && text_[i + 1] == quote)
            ++i;
        else if (text_[i] == quote)
            return i + 1;
    }
    return text_.size();
}

std::size_t YamlSpans::end_of_flow(const Node& node, std::size_t at) const {
    const char close = text_[at] == '{' ? '}' : ']';
    std::size_t end = at + 1;
    for (const Node& item : node.items)
        if (item.kind != Node::Kind::null && item.offset >= end) end = end_of(item, true, 0);
    for (; end < text_.size() && text_[end] != close; ++end)
        if (text_[end] == '#') end = line_end(end);
    return std::min(end + 1, text_.size());
}

/// The lines of | and > are those that are indented further than their key.
std::size_t YamlSpans::end_of_block_scalar(std::size_t at, std::size_t indent) const {
    std::size_t end = line_end(at);
    for (std::size_t begin = end; begin < text_.size();) {
        const std::size_t next = line_end(begin + 1);
        const std::string_view line = text_.substr(begin + 1, next - begin - 1);
        const std::size_t first = line.find_first_not_of(' ');
        if (first != std::string_view::npos) {
            if (first <= indent) break;
            end = next;
        }
        begin = next;
    }
    return end;
}

std::size_t YamlSpans::end_of_plain_line(std::size_t at, bool in_flow) const {
    std::size_t i = at;
    for (; i < text_.size() && text_[i] != '\n'; ++i) {
        const char next = i + 1 < text_.size() ? text_[i + 1] : '\n';
        if (text_[i] == '#' && i > at && (text_[i - 1] == ' ' || text_[i - 1] == '\t')) break;
        if (text_[i] == ':' && (next == ' ' || next == '\n' || next == '\t')) break;
        if (in_flow && std::string_view(",[]{}").find(text_[i]) != std::string_view::npos) break;
        if (in_flow && text_[i] == ':' && std::string_view(",[]{}").find(next) != std::string_view::npos)
            break;
    }
    while (i > at && (text_[i - 1] == ' ' || text_[i - 1] == '\t'))
        --i;
    return i;
}

/// A plain scalar may go on in the next lines, which are then joined by spaces.
std::size_t YamlSpans::end_of_plain(const std::string& value, std::size_t at, bool in_flow) const {
    std::size_t end = end_of_plain_line(at, in_flow);
    const auto letters = [](std::string_view text) {
        return std::count_if(text.begin(), text.end(), [](char c) { return c != ' ' && c != '\n'; });
    };
    const auto wanted = letters(value);
    auto seen = letters(text_.substr(at, end - at));
    while (seen < wanted) {
        const std::size_t next = text_.find_first_not_of(" \n", end);
        if (next == std::string_view::npos) break;
        const std::size_t next_end = end_of_plain_line(next, in_flow);
        if (next_end == next) break;
        seen += letters(text_.substr(next, next_end - next));
        end = next_end;
    }
    return end;
}

std::size_t YamlSpans::end_of(const Node& node, bool in_flow, std::size_t indent) const {
    if (is_alias(node)) return std::min(text_.find_first_of(" \n,]}", node.offset), text_.size());
    const std::size_t at = begin_of_content(node);
    if (at >= text_.size()) return text_.size();
    const char c = text_[at];
    if (node.kind == Node::Kind::map || node.kind == Node::Kind::sequence) {
        if (c == '{' || c == '[') return end_of_flow(node, at);
        std::size_t end = at;
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            const Node& item = node.items[i];
            const bool is_value = node.kind == Node::Kind::map && i % 2 == 1;
            if (is_value)
                end = pair(node.items[i - 1], item, false).value.end;
            else if (item.kind != Node::Kind::null)
                end = end_of(item, false, indent);
        }
        return end;
    }
    if (c == '"' || c == '\'') return end_of_quoted(at);
    if (!in_flow && (c == '|' || c == '>')) return end_of_block_scalar(at, indent);
    return end_of_plain(node.text, at, in_flow);
}

/// What stands for nothing after a colon: "", "~", "null".
Span YamlSpans::null_span(std::size_t colon, bool in_flow) const {
    const std::size_t begin = text_.find_first_not_of(" \t", colon + 1);
    if (begin == std::string_view::npos || text_[begin] == '\n' || text_[begin] == '#')
        return {colon + 1, colon + 1};
    const std::size_t end = end_of_plain_line(begin, in_flow);
    return end == begin ? Span{colon + 1, colon + 1} : Span{begin, end};
}

PairSpans YamlSpans::pair(const Node& key, const Node& value, bool in_flow) const {
    const std::size_t indent = key.offset - line_begin(key.offset);
    PairSpans spans{{key.offset, end_of(key, in_flow, indent)}, {}};
    const std::size_t colon = std::min(text_.find(':', spans.name.end), text_.size());
    if (value.kind == Node::Kind::null)
        spans.value = null_span(colon, in_flow);
    else
        spans.value = {begin_of_content(value), end_of(value, in_flow, indent)};
    if (is_alias(value)) spans.value.begin = value.offset;
    return spans;
}

} // namespace tunedesk::preset
